package io.feige.dist.cli;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeClientBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options that every command has; they may stand before or after the command's name. */
public final class GlobalOptions {
  private static final String DEFAULT_SERVER = "localhost:7700";
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
          "Secret that the server knows you by. Better kept in the environment variable"
              + " FEIGE_TOKEN, where other users of this machine cannot see it.")
  private @Nullable String token;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      order = 102,
      description = "Answer in JSON, one object a line, for scripts.")
  private boolean json;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      order = 103,
      description = "Show what is going on, and the stack trace of an error.")
  private boolean verbose;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      order = 104,
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

  /** The secret that was given; empty without one. */
  public String token() {
    return Optional.ofNullable(token).or(() -> environment.get("FEIGE_TOKEN")).orElse("");
  }

  /** A connected client with the usual bounds. */
  public FeigeClient connect() {
    return connect(builder -> builder);
  }

  /** A connected client; fails within seconds if no server answers. */
  public FeigeClient connect(ClientTuning tuning) {
    FeigeClient client = environment.client(tuning.tune(builder()));
    try {
      client.awaitConnected(CONNECT_LIMIT);
      return client;
    } catch (RuntimeException failure) {
      client.close();
      throw failure;
    }
  }

  private FeigeClientBuilder builder() {
    return FeigeClient.builder().servers(servers()).token(token()).software("feige-cli");
  }

  /** Changes a client's settings before it is built. */
  public interface ClientTuning {
    FeigeClientBuilder tune(FeigeClientBuilder builder);
  }
}
