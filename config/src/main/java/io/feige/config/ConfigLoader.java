package io.feige.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the settings: defaults, then the file, then the environment, then flags; the later wins. A
 * secret reads {@code file:PATH} or {@code env:NAME} and is taken from there; it never stands in
 * the settings file itself. Nothing is corrected silently, and everything that is wrong is told at
 * once.
 *
 * @param <C> what the settings are read into
 */
public final class ConfigLoader<C> {
  private static final long MAX_FILE_BYTES = 1 << 20;
  private static final String IN_FILE = "file:";
  private static final String IN_VARIABLE = "env:";

  private final ConfigSchema schema;
  private final Function<ConfigReader, @Nullable C> builder;
  private final RawConfig raw;

  /**
   * A loader of the settings of one kind of process.
   *
   * @param builder makes the records; null when it could not, after noting why in the reader
   */
  public ConfigLoader(ConfigSchema schema, Function<ConfigReader, @Nullable C> builder) {
    this.schema = schema;
    this.builder = builder;
    this.raw = new RawConfig(schema);
  }

  /**
   * Says what a setting is when nobody says otherwise, instead of the table's default.
   *
   * @param why stands as its origin
   */
  public ConfigLoader<C> withDefault(String key, String text, String why) {
    raw.replaceDefault(key, text, why);
    return this;
  }

  /** Says that a setting is as another one when nobody says otherwise. */
  public ConfigLoader<C> withDefaultOf(String key, String other) {
    raw.follow(key, other);
    return this;
  }

  /**
   * Loads and checks the settings.
   *
   * @param file the YAML file, if there is one
   * @param environment of the process; only names beginning with FEIGE_ matter
   * @param flags full key to value, as given on the command line
   * @throws ConfigException if anything is wrong
   */
  public LoadedConfig<C> load(
      Optional<Path> file, Map<String, String> environment, Map<String, String> flags) {
    file.ifPresent(this::readFile);
    raw.addEnvironment(environment);
    raw.addFlags(flags);
    schema.keys().stream()
        .filter(key -> key.kind() == ValueKind.SECRET)
        .forEach(key -> readSecret(key.name(), environment));
    return raw.build(builder);
  }

  private void readFile(Path path) {
    String name = String.valueOf(path.getFileName());
    readText(path)
        .ifPresentOrElse(
            text -> raw.addYaml(YamlSource.read(name, text)),
            () -> raw.refuse(new ConfigProblem("", path.toString(), "the file cannot be read")));
  }

  private void readSecret(String key, Map<String, String> environment) {
    RawValue value = raw.value(key);
    String text = value.text().strip();
    if (text.startsWith(IN_FILE)) {
      String path = text.substring(IN_FILE.length());
      takeSecret(key, readText(Path.of(path)), "'" + path + "' cannot be read or is empty");
    } else if (text.startsWith(IN_VARIABLE)) {
      String name = text.substring(IN_VARIABLE.length());
      takeSecret(
          key,
          Optional.ofNullable(environment.get(name)),
          "the environment variable " + name + " is not set or empty");
    } else if (!text.isEmpty() && value.isFromFile()) {
      raw.refuse(
          new ConfigProblem(
              key,
              value.origin(),
              "must be file:PATH or env:NAME, and not the secret itself: settings files are read,"
                  + " copied and shown"));
    }
  }

  private void takeSecret(String key, Optional<String> secret, String otherwise) {
    RawValue value = raw.value(key);
    secret
        .filter(text -> !text.isBlank())
        .ifPresentOrElse(
            text -> raw.putSecret(key, text.strip(), value.origin() + ", " + value.text().strip()),
            () -> raw.refuse(new ConfigProblem(key, value.origin(), otherwise)));
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
