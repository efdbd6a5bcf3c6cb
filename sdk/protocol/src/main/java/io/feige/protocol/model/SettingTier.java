package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** Who needs a setting. */
public enum SettingTier {
  /** Whoever runs a server. */
  ESSENTIAL(1),
  /** Many. */
  FREQUENT(2),
  /** Hardly anybody. */
  RARE(3);

  private static final SettingTier[] BY_NUMBER = values();

  private final int number;

  SettingTier(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The tier of a number, or null if there is none; any number may be asked for. */
  public static @Nullable SettingTier ofNumber(int number) {
    int index = number - 1;
    return index < 0 || index >= BY_NUMBER.length ? null : BY_NUMBER[index];
  }
}
