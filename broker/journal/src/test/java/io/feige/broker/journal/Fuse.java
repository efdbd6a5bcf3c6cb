package io.feige.broker.journal;

/** Ends a process after so many calls that change a disk; disks may share one. */
final class Fuse {
  private static final int NEVER = Integer.MAX_VALUE;

  private int callsLeft = NEVER;

  /** The call after so many others does not come back, and none after it. */
  void blowAfter(int calls) {
    callsLeft = calls;
  }

  void reset() {
    callsLeft = NEVER;
  }

  /** Counts a call; whether it may be done. */
  boolean holds() {
    if (callsLeft == NEVER) {
      return true;
    }
    if (callsLeft == 0) {
      return false;
    }
    callsLeft--;
    return true;
  }

  void use() {
    if (!holds()) {
      throw new PowerCut();
    }
  }
}
