package io.feige.broker.server.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One documented setting. The table below is everything that can be set; the ranges stand in the
 * records of {@link NodeConfig}.
 *
 * @param name as in the file, sections joined by dots
 * @param defaultText what holds when nobody says otherwise, as it would stand in the file
 * @param meaning one line for the operator
 */
public record ConfigKey(
    String name, ValueKind kind, Tier tier, String defaultText, String meaning) {
  /** All settings, in the order in which they are shown. */
  public static final List<ConfigKey> ALL = ConfigTable.keys();

  static final String ENVIRONMENT_PREFIX = "FEIGE_";

  static Optional<ConfigKey> named(String name) {
    return ALL.stream().filter(key -> key.name.equals(name)).findFirst();
  }

  /** The variable that overrides the setting: {@code FEIGE_LISTEN_PORT} for {@code listen.port}. */
  public String environmentName() {
    String words = name.replaceAll("([a-z])([A-Z])", "$1_$2").replace('.', '_');
    return ENVIRONMENT_PREFIX + words.toUpperCase(Locale.ROOT);
  }

  // Underscores stand for dots and, if one likes, for the humps of camel case: both spellings hold.
  boolean isSetBy(String variable) {
    return plain(variable).equals(plain(environmentName()));
  }

  private static String plain(String variable) {
    return variable.replace("_", "").toUpperCase(Locale.ROOT);
  }
}
