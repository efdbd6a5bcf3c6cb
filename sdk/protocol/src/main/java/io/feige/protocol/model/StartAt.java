package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** Where a group begins that does not exist yet. */
public enum StartAt {
  /** With the oldest message held. */
  EARLIEST(1),
  /** With the next message published. */
  LATEST(2);

  private static final StartAt[] BY_NUMBER = values();

  private final int number;

  StartAt(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The start of a number, or null if there is none; any number may be asked for. */
  public static @Nullable StartAt ofNumber(int number) {
    int index = number - 1;
    return index < 0 || index >= BY_NUMBER.length ? null : BY_NUMBER[index];
  }
}
