package io.feige.dist.node;

import io.feige.broker.server.config.ConfigException;
import io.feige.broker.server.config.ConfigLoader;
import io.feige.broker.server.config.LoadedConfig;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a node's settings come from: a file, the environment, and what the command line says. */
final class SettingOptions {
  /** Variables that the launcher reads; the server knows those of the client and the log. */
  private static final Set<String> LAUNCHER_VARIABLES =
      Set.of("FEIGE_JAVA_HOME", "FEIGE_LIB", "FEIGE_OPTS");

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description =
          "Settings in YAML. Without a file the node is for development on this machine: it"
              + " listens on loopback only and creates topics when they are first used.")
  private @Nullable Path file;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Directory for everything the node stores (node.dir). Default: data, below the current"
              + " directory.")
  private @Nullable String dir;

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      description = "Port for clients (listen.port). Default: 7700.")
  private @Nullable String port;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Any other setting, as in --set http.port=off; 'config print' lists them all.")
  private Map<String, String> others = new LinkedHashMap<>();

  /**
   * The settings.
   *
   * @throws CliException naming everything that is wrong
   */
  LoadedConfig load(Map<String, String> environment) {
    Map<String, String> variables = new LinkedHashMap<>(environment);
    variables.keySet().removeAll(LAUNCHER_VARIABLES);
    try {
      return ConfigLoader.load(Optional.ofNullable(file), variables, flags());
    } catch (ConfigException wrong) {
      throw new CliException(ExitCode.DAMAGED, String.valueOf(wrong.getMessage()), wrong);
    }
  }

  private Map<String, String> flags() {
    Map<String, String> flags = new LinkedHashMap<>(others);
    if (dir != null) {
      flags.put("node.dir", dir);
    }
    if (port != null) {
      flags.put("listen.port", port);
    }
    return flags;
  }
}
