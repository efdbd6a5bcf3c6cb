package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** How far a consumer is with a message that it was given; ascending. */
public enum LeaseStage {
  /** Fetched ahead; no handler has it or had it. */
  UNSTARTED(1),
  /** A handler may have it any moment. */
  CLAIMED(2),
  /** A handler has it: a try, should the lease end without a verdict. */
  STARTED(0);

  private final int number;

  LeaseStage(int number) {
    this.number = number;
  }

  /** The number on the wire. */
  public int number() {
    return number;
  }

  /** The stage of a number, or null if there is none; any number may be asked for. */
  public static @Nullable LeaseStage ofNumber(int number) {
    return switch (number) {
      case 0 -> STARTED;
      case 1 -> UNSTARTED;
      case 2 -> CLAIMED;
      default -> null;
    };
  }
}
