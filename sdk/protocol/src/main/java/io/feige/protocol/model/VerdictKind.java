package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** What a consumer says about messages it was given. */
public enum VerdictKind {
  /** Done; taken whichever attempt it names. */
  ACK(1),
  /** Come again after a delay; counts as an attempt. */
  NACK(2),
  /** To the dead-letter topic, with the reason. */
  REJECT(3),
  /** Not done yet; the lease ends the given delay from now. */
  EXTEND(4),
  /** Come again at once; does not count as an attempt. */
  RELEASE(5);

  private static final VerdictKind[] BY_NUMBER = values();

  private final int number;

  VerdictKind(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The verdict of a number, or null if there is none; any number may be asked for. */
  public static @Nullable VerdictKind ofNumber(int number) {
    int index = number - 1;
    return index < 0 || index >= BY_NUMBER.length ? null : BY_NUMBER[index];
  }
}
