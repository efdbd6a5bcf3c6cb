package io.feige.config;

import java.util.Locale;

/**
 * One documented setting; ranges stand in the records that it is read into.
 *
 * @param name as in the file, sections joined by dots
 * @param defaultText what holds when nobody says otherwise, as it would stand in the file
 * @param meaning one line for the operator
 */
public record ConfigKey(
    String name, ValueKind kind, Tier tier, String defaultText, String meaning) {
  static final String ENVIRONMENT_PREFIX = "FEIGE_";

  /** The variable that overrides the setting: {@code FEIGE_LISTEN_PORT} for {@code listen.port}. */
  public String environmentName() {
    String words = name.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_');
    return ENVIRONMENT_PREFIX + words.toUpperCase(Locale.ROOT);
  }

  // Underscores stand for dots and, if one likes, for the humps of camel case: both spellings hold.
  /** Whether a variable of the environment stands for the setting. */
  public boolean isSetBy(String variable) {
    return plain(variable).equals(plain(environmentName()));
  }

  private static String plain(String variable) {
    return variable.replace("_", "").toUpperCase(Locale.ROOT);
  }
}
