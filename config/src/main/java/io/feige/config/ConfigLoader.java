package io.feige.broker.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the settings: defaults, then the file, then the environment, then flags; the later wins.
 * Nothing is corrected silently, and everything that is wrong is told at once.
 */
public final class ConfigLoader {
  private static final long MAX_FILE_BYTES = 1 << 20;

  private ConfigLoader() {}

  /**
   * Loads and checks the settings.
   *
   * @param file the YAML file; without one the node is in development mode unless told otherwise
   * @param environment of the process; only names beginning with FEIGE_ matter
   * @param flags full key to value, as given on the command line
   * @throws ConfigException if anything is wrong
   */
  public static LoadedConfig load(
      Optional<Path> file, Map<String, String> environment, Map<String, String> flags) {
    RawConfig raw = new RawConfig(file.isEmpty());
    file.ifPresent(path -> readFile(path, raw));
    raw.addEnvironment(environment);
    raw.addFlags(flags);
    readTokenFile(raw);
    return raw.build();
  }

  private static void readFile(Path path, RawConfig raw) {
    String name = String.valueOf(path.getFileName());
    readText(path)
        .ifPresentOrElse(
            text -> raw.addYaml(YamlSource.read(name, text)),
            () -> raw.refuse(new ConfigProblem("", path.toString(), "the file cannot be read")));
  }

  private static void readTokenFile(RawConfig raw) {
    RawValue file = raw.value("security.tokenFile");
    if (file.text().isBlank()) {
      return;
    }
    if (!raw.value("security.token").text().isBlank()) {
      raw.refuse(
          new ConfigProblem(
              "security.tokenFile", file.origin(), "give either this or security.token, not both"));
      return;
    }
    readText(Path.of(file.text().strip()))
        .filter(text -> !text.isBlank())
        .ifPresentOrElse(
            text -> raw.putToken(text.strip(), file.origin()),
            () ->
                raw.refuse(
                    new ConfigProblem(
                        "security.tokenFile",
                        file.origin(),
                        "'" + file.text() + "' cannot be read or is empty")));
  }

  private static Optional<String> readText(Path path) {
    try {
      return Files.size(path) > MAX_FILE_BYTES
          ? Optional.empty()
          : Optional.of(Files.readString(path));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
