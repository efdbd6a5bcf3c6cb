package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** What opened a connection. */
public enum ClientKind {
  /** A client library. */
  SDK(1),
  /** Another node. */
  NODE(2),
  /** An Admin. */
  ADMIN(3),
  /** A proxy of light clients. */
  PROXY(4);

  private static final ClientKind[] BY_NUMBER = values();

  private final int number;

  ClientKind(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The kind of a number, or null if there is none; any number may be asked for. */
  public static @Nullable ClientKind ofNumber(int number) {
    int index = number - 1;
    return index < 0 || index >= BY_NUMBER.length ? null : BY_NUMBER[index];
  }
}
