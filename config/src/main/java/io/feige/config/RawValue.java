package io.feige.config;

/**
 * A setting before it is understood.
 *
 * @param origin where it stands: {@code feige.yaml:12}, a variable's or flag's name, or default
 * @param isFromFile whether it stands in the settings file
 */
record RawValue(String text, String origin, boolean isFromFile) {
  /** One that does not stand in the settings file. */
  RawValue(String text, String origin) {
    this(text, origin, false);
  }
}
