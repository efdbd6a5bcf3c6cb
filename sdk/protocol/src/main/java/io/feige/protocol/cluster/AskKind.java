package io.feige.protocol.cluster;

import org.jspecify.annotations.Nullable;

/** What an active replica asks Admin to change. */
public enum AskKind {
  /** Nothing. */
  NONE(0),
  /** Take the standby out of what is in sync. */
  SHRINK(1),
  /** Add the standby to what is in sync. */
  GROW(2),
  /** Activate the standby; the asking replica has stopped serving and both hold the same. */
  HAND_OVER(3),
  /** Raise the version and nothing else, so that a hand-over that was asked for cannot happen. */
  CANCEL(4);

  private static final AskKind[] BY_NUMBER = values();

  private final int number;

  AskKind(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The kind of a number, or null if there is none; any number may be asked for. */
  public static @Nullable AskKind ofNumber(int number) {
    return number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
  }
}
