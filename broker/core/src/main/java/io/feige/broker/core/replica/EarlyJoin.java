package io.feige.broker.core.replica;

import io.feige.protocol.link.Join;
import org.jspecify.annotations.Nullable;

/**
 * The wish to copy of one that has learned sooner than this replica that this one is active. It
 * waits, at most as long as the other one does, because to hang up would cost a pause and a
 * connection in the middle of a switch.
 */
final class EarlyJoin {
  private long session;
  private @Nullable Join join;

  /** Keeps the newest. */
  void keep(long newSession, Join newJoin, ReplicaStep step) {
    refuse("a newer link takes its place", step);
    session = newSession;
    join = newJoin;
  }

  void closed(long closedSession) {
    if (session == closedSession) {
      join = null;
    }
  }

  /** This replica is active now. */
  void bring(ActiveRole to, ReplicaStep step) {
    Join waiting = join;
    join = null;
    if (waiting != null) {
      to.join(session, waiting, step);
    }
  }

  /** This replica will not be active soon. */
  void refuse(String why, ReplicaStep step) {
    if (join != null) {
      join = null;
      step.port().hangUp(session, why);
    }
  }
}
