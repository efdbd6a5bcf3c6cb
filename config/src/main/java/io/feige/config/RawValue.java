package io.feige.config;

/**
 * A setting before it is understood.
 *
 * @param origin where it stands: {@code feige.yaml:12}, a variable's or flag's name, or default
 */
record RawValue(String text, String origin) {}
