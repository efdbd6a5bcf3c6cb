package io.feige.broker.server.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Collects what is out of range in one section, so that all of it is told at once. */
final class Ranges {
  private final String section;
  private final List<ConfigProblem> problems = new ArrayList<>();

  private Ranges(String section) {
    this.section = section;
  }

  static Ranges of(String section) {
    return new Ranges(section);
  }

  Ranges count(String name, int value, int least, int most) {
    if (value < least || value > most) {
      refuse(name, "must be " + least + " to " + most + ", not " + value);
    }
    return this;
  }

  Ranges bytes(String name, long value, long least, long most) {
    if (value < least || value > most) {
      String range = Units.showBytes(least) + " to " + Units.showBytes(most);
      refuse(name, "must be " + range + ", not " + Units.showBytes(value));
    }
    return this;
  }

  Ranges time(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      String range = Units.showDuration(least) + " to " + Units.showDuration(most);
      refuse(name, "must be " + range + ", not " + Units.showDuration(value));
    }
    return this;
  }

  Ranges rule(boolean holds, String name, String sentence) {
    if (!holds) {
      refuse(name, sentence);
    }
    return this;
  }

  void check() {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }

  private void refuse(String name, String sentence) {
    problems.add(new ConfigProblem(section.isEmpty() ? name : section + "." + name, sentence));
  }
}
