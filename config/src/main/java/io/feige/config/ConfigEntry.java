package io.feige.config;

/**
 * A setting in force, as it may be shown to anybody.
 *
 * @param shownValue the value; stars in place of a secret
 * @param origin {@code default}, {@code feige.yaml:12}, {@code env FEIGE_LISTEN_PORT}, {@code flag
 *     --port}
 */
public record ConfigEntry(ConfigKey key, String shownValue, String origin) {}
