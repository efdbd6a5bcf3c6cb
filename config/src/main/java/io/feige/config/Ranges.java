package io.feige.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Collects what is out of range in one section, so that all of it is told at once. */
public final class Ranges {
  private final String section;
  private final List<ConfigProblem> problems = new ArrayList<>();

  private Ranges(String section) {
    this.section = section;
  }

  /** Of a section; empty: of settings that are in none. */
  public static Ranges of(String section) {
    return new Ranges(section);
  }

  /** A whole number. */
  public Ranges count(String name, int value, int least, int most) {
    if (value < least || value > most) {
      refuse(name, "must be " + least + " to " + most + ", not " + value);
    }
    return this;
  }

  /** A size in bytes. */
  public Ranges bytes(String name, long value, long least, long most) {
    if (value < least || value > most) {
      String range = Units.showBytes(least) + " to " + Units.showBytes(most);
      refuse(name, "must be " + range + ", not " + Units.showBytes(value));
    }
    return this;
  }

  /** A duration. */
  public Ranges time(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      String range = Units.showDuration(least) + " to " + Units.showDuration(most);
      refuse(name, "must be " + range + ", not " + Units.showDuration(value));
    }
    return this;
  }

  /** Anything else, with the sentence to say when it does not hold. */
  public Ranges rule(boolean holds, String name, String sentence) {
    if (!holds) {
      refuse(name, sentence);
    }
    return this;
  }

  /**
   * Ends the section.
   *
   * @throws ConfigException if anything was out of range
   */
  public void check() {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }

  private void refuse(String name, String sentence) {
    problems.add(new ConfigProblem(section.isEmpty() ? name : section + "." + name, sentence));
  }
}
