package io.feige.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Gives settings by name as the values they stand for, and takes note of what is wrong with them,
 * so that a builder can go on after a problem and find them all.
 */
public final class ConfigReader {
  private final RawConfig raw;
  private final List<ConfigProblem> problems;

  ConfigReader(RawConfig raw, List<ConfigProblem> problems) {
    this.raw = raw;
    this.problems = problems;
  }

  /** What a part of the settings says; null if its constructor refused it, which is noted. */
  public <T> @Nullable T section(Supplier<T> records) {
    try {
      return records.get();
    } catch (ConfigException e) {
      e.problems().forEach(this::add);
      return null;
    }
  }

  /** Takes note of a problem. */
  public void add(ConfigProblem problem) {
    problems.add(problem.from(raw.value(problem.key()).origin()));
  }

  /** Whether anything was wrong so far. */
  public boolean hasProblems() {
    return !problems.isEmpty();
  }

  /** A text, without blanks around it. */
  public String text(String key) {
    return (String) parsed(key);
  }

  /** Texts that stand in one, separated by commas. */
  public List<String> texts(String key) {
    return Stream.of(text(key).split(","))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  /** What texts that stand in one mean; if they mean nothing, which is noted, something else. */
  public <T> T texts(String key, Function<List<String>, T> meaning, T otherwise) {
    try {
      return meaning.apply(texts(key));
    } catch (IllegalArgumentException e) {
      add(new ConfigProblem(key, String.valueOf(e.getMessage())));
      return otherwise;
    }
  }

  /** A whole number, or a port with {@link ValueKind#OFF}. */
  public int number(String key) {
    return (Integer) parsed(key);
  }

  /** Whether a switch is on. */
  public boolean isOn(String key) {
    return (Boolean) parsed(key);
  }

  /** A size in bytes. */
  public long bytes(String key) {
    return (Long) parsed(key);
  }

  /** A size that an int holds: what does not fit is above every range, and is told as such. */
  public int intBytes(String key) {
    return (int) Math.min(bytes(key), Integer.MAX_VALUE);
  }

  /** A duration. */
  public Duration duration(String key) {
    return (Duration) parsed(key);
  }

  /** A path; noted if it is none. */
  public Path path(String key) {
    try {
      return Path.of(text(key));
    } catch (InvalidPathException e) {
      add(new ConfigProblem(key, "'" + text(key) + "' is not a path"));
      return Path.of("data");
    }
  }

  // After a problem the default stands in, so that the rest of the section is still looked at.
  private Object parsed(String name) {
    RawValue value = raw.value(name);
    ConfigKey key = raw.key(name);
    try {
      return key.kind().parse(value.text());
    } catch (IllegalArgumentException e) {
      add(new ConfigProblem(name, String.valueOf(e.getMessage())));
      return key.kind().parse(key.defaultText());
    }
  }
}
