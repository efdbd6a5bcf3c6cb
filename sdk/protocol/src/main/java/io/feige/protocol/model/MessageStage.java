package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** Where a group stands with a message. */
public enum MessageStage {
  /** It is settled, or the group began behind it. */
  SETTLED(0),
  /** It is to be handed out, and nobody has it. */
  WAITING(1),
  /** A consumer fetched it ahead; no handler has it. */
  FETCHED(2),
  /** A handler has it, or may have it any moment. */
  HANDED_OUT(3),
  /** It was handed out, and comes again at a time. */
  RETRY(4),
  /** The group gave it up, and it became a dead letter. */
  GIVEN_UP(5);

  private static final MessageStage[] BY_NUMBER = values();

  private final int number;

  MessageStage(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The stage of a number, or null if there is none; any number may be asked for. */
  public static @Nullable MessageStage ofNumber(int number) {
    return number < 0 || number >= BY_NUMBER.length ? null : BY_NUMBER[number];
  }
}
