package io.feige.broker.core.group;

/**
 * How many messages all groups of a pair may have outstanding together: handed out, to be tried
 * again, given back or held back, and not settled. Each of them may become a range of its own in
 * memory, whatever consumers say of which one, so this number bounds what deliveries cost.
 *
 * <p>Three quarters of it are handed out in shares of what is free: a group may have four times as
 * many as others could still have, which is four fifths for one that is alone. The more groups want
 * many, the fewer each gets; that is the rule of shared buffers in switches (Choudhury and Hahne,
 * Dynamic Queue Length Thresholds, 1998). The rest is for groups that have few, so that those that
 * keep much and settle nothing do not stop the others. Owned by one thread.
 */
public final class SharedRoom {
  /** So many each group may have, however much the others have, as long as there is any room. */
  public static final int LEAST_OF_A_GROUP = 16;

  /** So many times what is free a group may have. */
  private static final int TIMES_FREE = 4;

  private final long most;
  private long taken;

  /**
   * Room of which nothing is taken.
   *
   * @param most messages, 1 or more
   */
  public SharedRoom(long most) {
    this.most = most;
  }

  /** How many messages there is room for in all. */
  public long most() {
    return most;
  }

  /** How many are outstanding. */
  public long taken() {
    return taken;
  }

  void changed(long by) {
    taken += by;
  }

  /**
   * How many more a group may have.
   *
   * @param own how many it has
   * @param counted how many of these are among those that are taken
   */
  long roomFor(long own, long counted) {
    long all = taken - counted + own;
    long free = most - most / 4 - all;
    long wanting =
        TIMES_FREE * free - own; // Each that it gets makes it larger and the rest smaller.
    long share = wanting > 0 ? (wanting + TIMES_FREE) / (TIMES_FREE + 1) : 0;
    long least = Math.min(LEAST_OF_A_GROUP - own, most - all);
    return Math.max(share, Math.max(least, 0));
  }
}
