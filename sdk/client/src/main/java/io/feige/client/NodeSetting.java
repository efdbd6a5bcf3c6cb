package io.feige.client;

/**
 * A setting of a node in force.
 *
 * @param key its name in the settings file, sections joined by dots
 * @param value in force; stars in place of a secret
 * @param origin {@code default}, the file and line, the environment's variable, or {@code flag}
 * @param meaning one line on what it is for
 */
public record NodeSetting(String key, String value, String origin, Tier tier, String meaning) {
  /** Who needs it. */
  public enum Tier {
    /** Whoever runs a server. */
    ESSENTIAL,
    /** Many. */
    FREQUENT,
    /** Hardly anybody. */
    RARE
  }
}
