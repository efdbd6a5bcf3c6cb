package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** What a replica does now. */
public enum NodeRole {
  /** Serves. */
  ACTIVE(1),
  /** Copies and applies. */
  STANDBY(2),
  /** Catches up. */
  JOINING(3),
  /** Does nothing until told. */
  FENCED(4);

  private static final NodeRole[] BY_NUMBER = values();

  private final int number;

  NodeRole(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The role of a number, or null if there is none; any number may be asked for. */
  public static @Nullable NodeRole ofNumber(int number) {
    int index = number - 1;
    return index < 0 || index >= BY_NUMBER.length ? null : BY_NUMBER[index];
  }
}
