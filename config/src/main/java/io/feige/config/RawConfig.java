package io.feige.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Settings by name as they were found, and what is wrong with them so far. */
final class RawConfig {
  private static final String DEFAULT = "default";
  // Variables of the launcher, of logging, of clients and of the build; not settings.
  private static final Pattern OTHER_VARIABLES =
      Pattern.compile(
          "FEIGE_(LOG|LOG_LEVEL|HOME|LIB|OPTS|JAVA_OPTS|JAVA_HOME|SERVER|TOKEN|CA|CERTIFICATE|CERTIFICATE_KEY|CI_.*|SIM_.*)");

  private final Map<String, RawValue> values = new LinkedHashMap<>();
  private final List<ConfigProblem> problems = new ArrayList<>();

  private final ConfigSchema schema;
  private final Map<String, String> following = new LinkedHashMap<>();

  RawConfig(ConfigSchema schema) {
    this.schema = schema;
    for (ConfigKey key : schema.keys()) {
      values.put(key.name(), new RawValue(key.defaultText(), DEFAULT));
    }
  }

  void replaceDefault(String key, String text, String why) {
    values.put(key, new RawValue(text, why));
  }

  void follow(String key, String other) {
    following.put(key, other);
  }

  ConfigKey key(String name) {
    return schema.named(name).orElseThrow();
  }

  void refuse(ConfigProblem problem) {
    problems.add(problem);
  }

  RawValue value(String key) {
    RawValue value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException("no such setting in the table: " + key);
    }
    return value;
  }

  void addYaml(YamlSource source) {
    problems.addAll(source.problems());
    source.values().forEach(this::put);
  }

  void addEnvironment(Map<String, String> environment) {
    environment.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(ConfigKey.ENVIRONMENT_PREFIX))
        .filter(entry -> !OTHER_VARIABLES.matcher(entry.getKey()).matches())
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry -> addVariable(entry.getKey(), entry.getValue()));
  }

  void addFlags(Map<String, String> flags) {
    flags.forEach((key, text) -> put(key, new RawValue(text, "flag")));
  }

  void putSecret(String key, String secret, String origin) {
    values.put(key, new RawValue(secret, origin));
  }

  <C> LoadedConfig<C> build(Function<ConfigReader, @Nullable C> builder) {
    following.forEach((key, other) -> {
      if (value(key).origin().equals(DEFAULT)) {
        values.put(key, new RawValue(value(other).text(), "default, as " + other));
      }
    });
    C config = builder.apply(new ConfigReader(this, problems));
    if (config == null || !problems.isEmpty()) {
      problems.sort(Comparator.comparingInt(RawConfig::line));
      throw new ConfigException(problems);
    }
    return new LoadedConfig<>(config, entries());
  }

  private List<ConfigEntry> entries() {
    List<ConfigEntry> entries = new ArrayList<>();
    for (ConfigKey key : schema.keys()) {
      RawValue value = value(key.name());
      entries.add(new ConfigEntry(key, key.kind().show(value.text()), value.origin()));
    }
    return entries;
  }

  private void put(String name, RawValue value) {
    if (schema.named(name).isEmpty()) {
      refuseUnknown(name, name, value.origin(), names());
    } else {
      values.put(name, value);
    }
  }

  private void addVariable(String variable, String text) {
    Optional<ConfigKey> key = schema.keys().stream().filter(k -> k.isSetBy(variable)).findFirst();
    if (key.isPresent()) {
      values.put(key.get().name(), new RawValue(text, "env " + variable));
    } else {
      List<String> known = schema.keys().stream().map(ConfigKey::environmentName).toList();
      refuseUnknown(variable, variable, "env", known);
    }
  }

  // In the order of the file; what does not stand in it comes after.
  private static int line(ConfigProblem problem) {
    String digits = problem.origin().replaceFirst("^.*:(?=\\d{1,9}$)", "");
    return digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : Integer.MAX_VALUE;
  }

  private void refuseUnknown(String name, String word, String origin, List<String> known) {
    if (known.stream().anyMatch(key -> key.startsWith(word + "."))) {
      problems.add(new ConfigProblem(name, origin, "is a section and needs settings below it"));
      return;
    }
    String meant = Nearest.to(word, known).map(best -> "; did you mean " + best + "?").orElse("");
    problems.add(new ConfigProblem(name, origin, "is not a setting" + meant));
  }

  private List<String> names() {
    return schema.keys().stream().map(ConfigKey::name).toList();
  }
}
