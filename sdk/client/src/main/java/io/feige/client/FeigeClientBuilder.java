package io.feige.client;

import io.feige.client.internal.EngineClient;
import io.feige.client.internal.base.ClientSettings;
import io.feige.client.internal.base.Login;
import io.feige.protocol.model.NameRule;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsException;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Settings of a client before it exists. Each call changes this builder and returns it. */
public final class FeigeClientBuilder {
  private static final int DEFAULT_PORT = 7700;

  private List<String> servers = List.of("localhost:" + DEFAULT_PORT);
  private Login login = Login.none();
  private boolean isEncrypted;
  private Optional<Path> ca = Optional.empty();
  private Optional<TlsFiles.Identity> identity = Optional.empty();
  private String software = "feige-java";
  private String actingFor = "";
  private Duration connectTimeout = Duration.ofSeconds(3);
  private Duration requestTimeout = Duration.ofSeconds(10);
  private Duration closeTimeout = Duration.ofSeconds(10);
  private long memoryLimitBytes = 64L * 1024 * 1024;
  private Optional<Executor> callbackExecutor = Optional.empty();
  private Optional<Consumer<SwitchEvent>> onSwitch = Optional.empty();

  FeigeClientBuilder() {}

  /**
   * One or several {@code host:port}; the port may be left out for 7700. Default {@code
   * localhost:7700}.
   */
  public FeigeClientBuilder servers(String... addresses) {
    return servers(Arrays.asList(addresses));
  }

  /**
   * The same in one text, separated by commas: the cluster's Admins, of which one that answers is
   * enough, or a standalone node.
   */
  public FeigeClientBuilder admin(String addresses) {
    return servers(Arrays.stream(addresses.split(",", -1)).map(String::trim).toList());
  }

  /** One or several {@code host:port}; the port may be left out for 7700. */
  public FeigeClientBuilder servers(List<String> addresses) {
    servers = List.copyOf(addresses);
    return this;
  }

  /**
   * Shows the servers a token: that of their settings, or one that {@code feige token create} made.
   * None by default; empty for none. Blanks and line ends around it are left out. Takes the place
   * of {@link #user}.
   */
  public FeigeClientBuilder token(String secret) {
    login = Login.token(secret.strip());
    return this;
  }

  /**
   * The same with a token that a file holds. It is read now.
   *
   * @throws UncheckedIOException it cannot be read
   */
  public FeigeClientBuilder tokenFile(Path file) {
    try {
      return token(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException("the token cannot be read from " + file, e);
    }
  }

  /**
   * Comes as a user with a password, which is not sent (SCRAM-SHA-256): both sides show that they
   * know it, so only the true servers are believed. Takes the place of {@link #token}.
   *
   * @param name follows the rule of names
   */
  public FeigeClientBuilder user(String name, String password) {
    login = Login.password(name, password);
    return this;
  }

  /**
   * Comes as an Admin of the cluster, which may ask for users ({@link #actingFor}) and look how
   * things are. For Feige's own processes. Takes the place of {@link #token} and {@link #user}.
   *
   * @param secret the setting {@code cluster.secret}
   */
  public FeigeClientBuilder cluster(String secret) {
    login = Login.cluster(secret);
    return this;
  }

  /**
   * Asks for a user: its rights decide, and not those of whom the servers take this client for, who
   * needs the right {@code proxy}. By default it asks for itself.
   *
   * @param name follows the rule of names; empty: for itself
   */
  public FeigeClientBuilder actingFor(String name) {
    actingFor = name;
    return this;
  }

  /**
   * Speaks TLS, and trusts servers with a certificate of the authorities that the Java platform
   * trusts, for the host name under which they were dialled.
   */
  public FeigeClientBuilder tls() {
    isEncrypted = true;
    return this;
  }

  /**
   * Speaks TLS, and trusts servers with a certificate of these authorities, for the host name under
   * which they were dialled.
   *
   * @param file PEM; it may be replaced while the client lives, and holds for new connections then
   */
  public FeigeClientBuilder ca(Path file) {
    ca = Optional.of(file);
    return tls();
  }

  /**
   * Speaks TLS, and shows the servers a certificate. Without a token or a user, it also says which
   * user this client is, if {@code feige user} has given that user the certificate's name.
   *
   * @param chain PEM of the certificate, followed by those up to its authority; it and the key may
   *     be replaced while the client lives, and hold for new connections then
   * @param key PEM of its private key, in PKCS #8 and not encrypted
   */
  public FeigeClientBuilder certificate(Path chain, Path key) {
    identity = Optional.of(new TlsFiles.Identity(chain, key));
    return tls();
  }

  /** What this program is called in the servers' logs and status pages. */
  public FeigeClientBuilder software(String name) {
    software = name;
    return this;
  }

  /** How long an attempt to connect may take, handshake included. Default 3 s. */
  public FeigeClientBuilder connectTimeout(Duration timeout) {
    connectTimeout = timeout;
    return this;
  }

  /**
   * How long an operation on topics, groups or status and a verdict on a delivery may take. Default
   * 10 s.
   */
  public FeigeClientBuilder requestTimeout(Duration timeout) {
    requestTimeout = timeout;
    return this;
  }

  /** How long {@code close} waits for what is under way. Default 10 s. */
  public FeigeClientBuilder closeTimeout(Duration timeout) {
    closeTimeout = timeout;
    return this;
  }

  /**
   * The one bound of everything the client holds: unconfirmed, fetched ahead, unsent verdicts. At
   * least 1 MiB, default 64 MiB.
   */
  public FeigeClientBuilder memoryLimitBytes(long bytes) {
    memoryLimitBytes = bytes;
    return this;
  }

  /**
   * Where dependent stages of the client's futures run. By default one after the other, on daemon
   * threads that the clients of a process take turns on. There a stage may wait, also for this
   * client: when one takes longer than some 10 ms the others go on beside it, as long as no more
   * than 64 wait at a time. An executor that is set here has to have a thread for each stage that
   * waits.
   */
  public FeigeClientBuilder callbackExecutor(Executor executor) {
    callbackExecutor = Optional.of(executor);
    return this;
  }

  /**
   * Told of every switch of a pair that this client has gone through, on the callback executor.
   * Nothing has to be done about it.
   */
  public FeigeClientBuilder onSwitch(Consumer<SwitchEvent> listener) {
    onSwitch = Optional.of(listener);
    return this;
  }

  /**
   * The client. It connects in the background; {@link FeigeClient#awaitConnected} waits for that.
   *
   * @throws IllegalArgumentException naming everything that is wrong with the settings
   */
  public FeigeClient build() {
    List<String> problems = new ArrayList<>();
    List<InetSocketAddress> addresses = addresses(problems);
    positive("connectTimeout", connectTimeout, problems);
    positive("requestTimeout", requestTimeout, problems);
    positive("closeTimeout", closeTimeout, problems);
    if (memoryLimitBytes < 1024 * 1024) {
      problems.add("memoryLimitBytes must be at least 1 MiB, not " + memoryLimitBytes);
    }
    if (login.scheme() == Login.Scheme.PASSWORD && !NameRule.permits(login.user())) {
      problems.add("user: " + NameRule.problem(login.user()));
    }
    if (!actingFor.isEmpty() && !NameRule.permits(actingFor)) {
      problems.add("actingFor: " + NameRule.problem(actingFor));
    }
    Optional<TlsContext> encrypted = loadTls(problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    return new EngineClient(
        new ClientSettings(
            addresses,
            shown(),
            actingFor,
            encrypted,
            software,
            connectTimeout.toMillis(),
            requestTimeout.toMillis(),
            closeTimeout.toMillis(),
            memoryLimitBytes,
            callbackExecutor,
            onSwitch));
  }

  private Login shown() {
    boolean hasOther = login.scheme() != Login.Scheme.NONE;
    return hasOther || identity.isEmpty() ? login : Login.certificate();
  }

  private Optional<TlsContext> loadTls(List<String> problems) {
    if (!isEncrypted) {
      return Optional.empty();
    }
    try {
      return Optional.of(TlsContext.load(new TlsFiles(identity, ca)));
    } catch (TlsException e) {
      problems.add(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private List<InetSocketAddress> addresses(List<String> problems) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    for (String server : servers) {
      int colon = server.lastIndexOf(':');
      boolean hasPort = colon >= 0 && server.indexOf(']', colon) < 0;
      String host = hasPort ? server.substring(0, colon) : server;
      int port = hasPort ? portOf(server.substring(colon + 1)) : DEFAULT_PORT;
      int scheme = server.indexOf("://");
      if (scheme >= 0) {
        problems.add(
            "server '"
                + server
                + "' must be host:port, without "
                + server.substring(0, scheme + 3));
      } else if (host.isEmpty() || port < 1) {
        problems.add("server '" + server + "' is not host:port");
      } else {
        addresses.add(InetSocketAddress.createUnresolved(withoutBrackets(host), port));
      }
    }
    if (servers.isEmpty()) {
      problems.add("servers is empty");
    }
    return addresses;
  }

  private static String withoutBrackets(String host) {
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    return bracketed ? host.substring(1, host.length() - 1) : host;
  }

  private static int portOf(String text) {
    boolean isNumber = text.length() <= 5 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    int port = isNumber && !text.isEmpty() ? Integer.parseInt(text) : -1;
    return port <= 65_535 ? port : -1;
  }

  private static void positive(String name, Duration value, List<String> problems) {
    if (value.toMillis() < 1 || value.toDays() > 1) {
      problems.add(name + " must be from 1 ms to 1 day, not " + value);
    }
  }
}
