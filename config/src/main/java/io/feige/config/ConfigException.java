package io.feige.config;

import java.util.List;

/** The settings are not usable. Carries everything that is wrong, so that one look is enough. */
public final class ConfigException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<ConfigProblem> problems;

  /**
   * @param problems at least one
   */
  public ConfigException(List<ConfigProblem> problems) {
    super(describe(problems));
    this.problems = List.copyOf(problems);
  }

  /** Everything that is wrong, in the order of the file and then of the keys. */
  public List<ConfigProblem> problems() {
    return problems;
  }

  private static String describe(List<ConfigProblem> problems) {
    StringBuilder text = new StringBuilder();
    text.append(problems.size() == 1 ? "one setting is" : problems.size() + " settings are");
    text.append(" not usable:");
    for (ConfigProblem problem : problems) {
      text.append("\n  ").append(problem);
    }
    return text.toString();
  }
}
