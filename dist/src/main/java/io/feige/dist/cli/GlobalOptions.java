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
      names = "--ca",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      order = 102,
      description =
          "PEM file of the authorities whose servers are trusted; everything is encrypted then."
              + " 'system': those of the Java platform. Default: the environment variable FEIGE_CA,"
              + " else nothing is encrypted.")
  private @Nullable String ca;

  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      order = 103,
      description =
          "PEM file of a certificate to show to servers, with --ca and --certificate-key. Default: the"
              + " environment variable FEIGE_CERTIFICATE.")
  private @Nullable String certificate;

  @Option(
      names = "--certificate-key",
      paramLabel = "FILE",
      scope = ScopeType.INHERIT,
      order = 104,
      description =
          "PEM file of its private key, in PKCS #8. Default: the environment variable FEIGE_CERTIFICATE_KEY.")
  private @Nullable String certificateKey;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      order = 105,
      description = "Answer in JSON, one object a line, for scripts.")
  private boolean json;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      order = 106,
      description = "Show what is going on, and the stack trace of an error.")
  private boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      order = 107,
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
    return new Access(token(), tls());
  }

  private String token() {
    String text = given(token, "FEIGE_TOKEN").orElse("");
    if (!text.startsWith(IN_FILE)) {
      return text;
    }
    Path file = Path.of(text.substring(IN_FILE.length()));
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new CliException(ExitCode.USAGE, "cannot read the token in " + file + ".", e);
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
