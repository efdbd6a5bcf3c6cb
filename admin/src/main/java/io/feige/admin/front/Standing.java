package io.feige.admin.front;

import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;

/**
 * Whether this Admin leads.
 *
 * @param leaderEpoch of its leadership; 0: it follows
 * @param hint host:port of the leader, for whoever came to the wrong Admin; empty: not known
 */
record Standing(long leaderEpoch, String hint) {
  static final Standing UNKNOWN = new Standing(0, "");

  boolean leads() {
    return leaderEpoch > 0;
  }

  /** What is answered to what only the leader does. */
  Refusal notLeader() {
    String sentence =
        hint.isEmpty()
            ? "this Admin does not lead, and knows of none that does"
            : "this Admin does not lead, the one at " + hint + " does";
    return new Refusal(ErrorCode.NOT_LEADER, sentence, hint, 0);
  }
}
