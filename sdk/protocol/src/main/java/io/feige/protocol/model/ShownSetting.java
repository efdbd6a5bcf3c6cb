package io.feige.protocol.model;

/**
 * A setting in force, as an operator may see it.
 *
 * @param key its name in the settings file, sections joined by dots
 * @param value in force; stars in place of a secret
 * @param origin {@code default}, the file and line, the variable, or {@code flag}
 * @param meaning one line on what it is for
 */
public record ShownSetting(
    String key, String value, String origin, SettingTier tier, String meaning) {}
