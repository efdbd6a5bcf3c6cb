package io.feige.dist.settings;

import io.feige.config.ConfigException;
import io.feige.config.LoadedConfig;
import io.feige.config.ValueKind;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where settings come from: a file, the environment, and what the command line says. */
public final class SettingOptions {
  /** Variables that the launcher reads; the others that are no settings are known elsewhere. */
  private static final Set<String> LAUNCHER_VARIABLES =
      Set.of("FEIGE_JAVA_HOME", "FEIGE_LIB", "FEIGE_OPTS");

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description =
          "Settings in YAML. A node without a file is for development on this machine: it listens"
              + " on loopback only and creates topics when something is published to them.")
  private @Nullable Path file;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "Directory for everything it stores (node.dir, admin.dir). Default: data, or admin-data,"
              + " below the current directory. A proxy has none.")
  private @Nullable String dir;

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      description = "Port for clients (listen.port, http.port of a proxy). Default: 7700, or 7780.")
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
  public <C> LoadedConfig<C> load(Subject<C> subject) {
    Map<String, String> variables = new LinkedHashMap<>(System.getenv());
    variables.keySet().removeAll(LAUNCHER_VARIABLES);
    try {
      return subject.loader().load(Optional.ofNullable(file), variables, flags(subject));
    } catch (ConfigException wrong) {
      throw new CliException(ExitCode.DAMAGED, String.valueOf(wrong.getMessage()), wrong);
    }
  }

  private static void requireNoSecret(Subject<?> subject, String key, String text) {
    boolean isSecret =
        subject.schema().named(key).filter(found -> found.kind() == ValueKind.SECRET).isPresent();
    if (isSecret && !text.isBlank() && !text.matches("(file|env):.*")) {
      throw new CliException(
          ExitCode.DAMAGED,
          key
              + " must be file:PATH or env:NAME, and not the secret itself: what stands on a command"
              + " line is seen by other users of this machine.");
    }
  }

  private Map<String, String> flags(Subject<?> subject) {
    others.forEach((key, text) -> requireNoSecret(subject, key, text));
    Map<String, String> flags = new LinkedHashMap<>(others);
    if (dir != null && subject.dirKey().isEmpty()) {
      throw new CliException(ExitCode.USAGE, "--dir: it stores nothing, so it has no directory.");
    }
    if (dir != null) {
      flags.put(subject.dirKey(), dir);
    }
    if (port != null) {
      flags.put(subject.portKey(), port);
    }
    return flags;
  }
}
