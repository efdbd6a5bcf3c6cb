package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** What is done with a dead letter. */
public enum LetterAction {
  /** The group that gave it up gets it again; no other group does. */
  REPLAY(1),
  /** Nobody gets it again. */
  DROP(2);

  private static final LetterAction[] BY_NUMBER = values();

  private final int number;

  LetterAction(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The action of a number, or null if there is none; any number may be asked for. */
  public static @Nullable LetterAction ofNumber(int number) {
    return number < 1 || number > BY_NUMBER.length ? null : BY_NUMBER[number - 1];
  }
}
