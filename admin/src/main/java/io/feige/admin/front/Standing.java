package io.feige.admin.front;

/**
 * Whether this Admin leads.
 *
 * @param leaderEpoch of its leadership; 0: it follows
 * @param hint host:port of the leader, for nodes that came to the wrong Admin; empty: not known
 */
record Standing(long leaderEpoch, String hint) {
  static final Standing UNKNOWN = new Standing(0, "");

  boolean leads() {
    return leaderEpoch > 0;
  }
}
