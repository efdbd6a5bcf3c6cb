package io.feige.config;

/**
 * One thing that is wrong with the settings.
 *
 * @param key the setting, as it is written in the file; empty when no single one is at fault
 * @param origin where the value came from, such as {@code feige.yaml:12}; empty when unknown
 * @param sentence what is wrong and what would be right
 */
public record ConfigProblem(String key, String origin, String sentence) {
  /** A problem of which it is not known yet where it stands. */
  public ConfigProblem(String key, String sentence) {
    this(key, "", sentence);
  }

  ConfigProblem from(String newOrigin) {
    return new ConfigProblem(key, newOrigin, sentence);
  }

  @Override
  public String toString() {
    StringBuilder line = new StringBuilder();
    if (!key.isEmpty()) {
      line.append(key);
    }
    if (!origin.isEmpty()) {
      line.append(line.isEmpty() ? "" : " ").append('(').append(origin).append(')');
    }
    return line.append(line.isEmpty() ? "" : ": ").append(sentence).toString();
  }
}
