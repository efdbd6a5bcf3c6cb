package io.feige.protocol.cluster;

import org.jspecify.annotations.Nullable;

/** Whether an active replica takes publishes, and why not; pulls and verdicts go on then. */
public enum Publishing {
  /** It takes them. */
  TAKEN(0),
  /** It is the pair's backup, which is set to serve pulls only. */
  NOT_BY_BACKUP(1),
  /** Its own disk does not answer, so it could confirm nothing. */
  NOT_WITHOUT_DISK(2),
  /** It is alone in sync, and the pair is set to confirm nothing alone. */
  NOT_ALONE(3);

  private static final Publishing[] BY_NUMBER = values();

  private final int number;

  Publishing(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The value of a number, or null if there is none; any number may be asked for. */
  public static @Nullable Publishing ofNumber(int number) {
    return number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
  }
}
