package io.feige.dist.cli;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command has; they may stand before or after the command's name. */
public final class GlobalOptions {
  private static final String DEFAULT_SERVER = "localhost:7700";
  private static final String IN_FILE = "file:";
  private static final String IN_VARIABLE = "env:";
  private static final String SYSTEM = "system";
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

  @Option(
      names = {"-s", "--server", "--admin"},
      paramLabel = "HOST:PORT",
      hideParamSyntax = true,
      split = ",",
      scope = ScopeType.INHERIT,
      order = 100,
      description =
          "Where an Admin of the cluster, or a node that stands alone, listens; several may be"
              + " given, separated by commas. Default: the environment variable FEIGE_SERVER, else"
              + " localhost:7700.")
  private @Nullable List<String> servers;

  @Option(
      names = "--token",
      paramLabel = "SECRET",
      scope = ScopeType.INHERIT,
      order = 101,
      description =
          "Secret that the server knows you by, best as file:PATH: what stands on a command line is"
              + " seen by other users of this machine. Default: the environment variable FEIGE_TOKEN.")
  private @Nullable String token;

  @Option(
      names = {"-u", "--user"},
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      order = 102,
      description =
          "User to come as, instead of --token. Default: the environment variable FEIGE_USER.")
  private @Nullable String user;

  @Option(
      names = "--password",
      paramLabel = "file:PATH",
      scope = ScopeType.INHERIT,
      order = 103,
      description =
          "The user's password, in a file, or as env:NAME. Default: the environment variable"
              + " FEIGE_PASSWORD, else it is asked for.")
  private @Nullable String password;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      order = 104,
      description =
          "PEM file of the authorities whose servers are trusted; everything is encrypted then."
              + " 'system': those of the Java platform. Default: the environment variable FEIGE_CA,"
              + " else nothing is encrypted.")
  private @Nullable String ca;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      order = 105,
      description =
          "PEM file of a certificate to show to servers, with --ca and --certificate-key. Default: the"
              + " environment variable FEIGE_CERTIFICATE.")
  private @Nullable String certificate;

  @Option(
      names = "--certificate-key",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      order = 106,
      description =
          "PEM file of its private key, in PKCS #8. Default: the environment variable FEIGE_CERTIFICATE_KEY.")
  private @Nullable String certificateKey;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      order = 107,
      description = "Answer in JSON, one object a line, for scripts.")
  private boolean json;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      order = 108,
      description = "Show what is going on, and the stack trace of an error.")
  private boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      order = 109,
      description = "Show this text.")
  private boolean help;

  private final Environment environment;

  public GlobalOptions(Environment environment) {
    this.environment = environment;
  }

  public boolean isJson() {
    return json;
  }

  public boolean isVerbose() {
    return verbose;
  }

  /** Whether help was asked for instead of the command's work. */
  public boolean isHelp() {
    return help;
  }

  /** Whether a server was named on the command line or in the environment. */
  public boolean hasServer() {
    return servers != null || environment.get("FEIGE_SERVER").isPresent();
  }

  /** The servers that were named, or the default. */
  public List<String> servers() {
    if (servers != null) {
      return servers;
    }
    return List.of(environment.get("FEIGE_SERVER").orElse(DEFAULT_SERVER).split(",", -1));
  }

  /** What servers are shown and trusted by. */
  public Access access() {
    Optional<String> name = token == null ? given(user, "FEIGE_USER") : Optional.empty();
    return name.isPresent()
        ? Access.ofUser(name.get(), password(name.get()), tls())
        : Access.ofToken(token(), tls());
  }

  private String token() {
    return secret("token", given(token, "FEIGE_TOKEN").orElse(""));
  }

  /** Whether {@link #access} asks the person at the terminal. */
  boolean asksForPassword() {
    boolean isUser = token == null && given(user, "FEIGE_USER").isPresent();
    return isUser && password == null && environment.get("FEIGE_PASSWORD").isEmpty();
  }

  private String password(String of) {
    if (password != null) {
      return secret(password);
    }
    return environment
        .get("FEIGE_PASSWORD")
        .map(text -> secret("password", text))
        .orElseGet(() -> askSecret("Password of " + of + ": "));
  }

  /** The secret that a file ({@code file:PATH}) or a variable ({@code env:NAME}) has. */
  public String secret(String source) {
    if (source.startsWith(IN_VARIABLE)) {
      String name = source.substring(IN_VARIABLE.length());
      return environment
          .get(name)
          .orElseThrow(
              () -> new CliException(ExitCode.USAGE, "there is no variable " + name + "."));
    }
    if (!source.startsWith(IN_FILE)) {
      throw new CliException(
          ExitCode.USAGE,
          "a password is named as file:PATH or env:NAME: what stands on a command line is seen by"
              + " others.");
    }
    return secret("password", source);
  }

  /** What the person in front types. */
  public String askSecret(String question) {
    return environment.askSecret(question);
  }

  /** A secret as it stands there, or in the file that is named. */
  private static String secret(String what, String text) {
    if (!text.startsWith(IN_FILE)) {
      return text;
    }
    Path file = Path.of(text.substring(IN_FILE.length()));
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      String gone =
          file.endsWith("setup.secret")
              ? " A set-up secret is removed when there is an administrator."
              : "";
      throw new CliException(
          ExitCode.USAGE, "cannot read the " + what + " in " + file + "." + gone, e);
    }
  }

  private Optional<TlsFiles> tls() {
    Optional<String> authorities = given(ca, "FEIGE_CA");
    Optional<String> shown = given(certificate, "FEIGE_CERTIFICATE");
    Optional<String> secret = given(certificateKey, "FEIGE_CERTIFICATE_KEY");
    if (shown.isPresent() != secret.isPresent() || (shown.isPresent() && authorities.isEmpty())) {
      throw new CliException(ExitCode.USAGE, "--certificate needs --certificate-key and --ca.");
    }
    return authorities.map(file -> {
      TlsFiles files = TlsFiles.trusting(file.equals(SYSTEM) ? null : Path.of(file));
      return shown.isEmpty() ? files : files.showing(Path.of(shown.get()), Path.of(secret.get()));
    });
  }

  private Optional<String> given(@Nullable String option, String variable) {
    return Optional.ofNullable(option).or(() -> environment.get(variable));
  }

  /** A connected client with the usual bounds. */
  public FeigeClient connect() {
    return connect(builder -> builder);
  }

  /** A connected client; fails within seconds if no server answers. */
  public FeigeClient connect(ClientTuning tuning) {
    FeigeClient client = client(tuning);
    try {
      client.awaitConnected(CONNECT_LIMIT);
      return client;
    } catch (RuntimeException failure) {
      client.close();
      throw failure;
    }
  }

  private FeigeClient client(ClientTuning tuning) {
    try {
      return environment.client(tuning.tune(builder()));
    } catch (IllegalArgumentException unusable) {
      throw new CliException(ExitCode.USAGE, unusable.getMessage() + ".", unusable);
    }
  }

  private FeigeClientBuilder builder() {
    return access().on(FeigeClient.builder().servers(servers()).software("feige-cli"));
  }

  /** Changes a client's settings before it is built. */
  public interface ClientTuning {
    FeigeClientBuilder tune(FeigeClientBuilder builder);
  }
}
