package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** What a consumer says about messages it was given. */
public enum VerdictKind {
  /** Done; taken whichever attempt it names. */
  ACK(1),
  /** Come again after a delay; counts as a try. */
  NACK(2),
  /** To the dead-letter topic, with the reason. */
  REJECT(3),
  /** Not done yet; the lease ends the given delay from now. */
  EXTEND(4),
  /** Come again at once; does not count as a try. */
  RELEASE(5),
  /**
   * This consumer keeps it from now on: a handler may have it any moment, and the lease begins
   * anew. Not a try yet.
   */
  CLAIM(6),
  /** A handler has it now: a try, should it end without a verdict. The lease begins anew. */
  START(7);

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
