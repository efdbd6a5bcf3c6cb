package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** What a proxy says that it does now. */
public enum ProxyState {
  /** It takes clients. */
  SERVING(1),
  /** It takes no new clients, and sends away those that it has. */
  STOPPING(2),
  /** Its last word: it has ended as it was told to. */
  STOPPED(3);

  private static final ProxyState[] BY_NUMBER = values();

  private final int number;

  ProxyState(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The state of a number, or null if there is none; any number may be asked for. */
  public static @Nullable ProxyState ofNumber(int number) {
    int index = number - 1;
    return index < 0 || index >= BY_NUMBER.length ? null : BY_NUMBER[index];
  }
}
