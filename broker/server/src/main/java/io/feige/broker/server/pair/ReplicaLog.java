package io.feige.broker.server.pair;

import io.feige.broker.core.replica.ReplicaNote;
import io.feige.broker.server.ops.LogId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** What a replica machine has to say, as lines of the log. */
final class ReplicaLog {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaLog.class);

  private ReplicaLog() {}

  static void note(String pair, ReplicaNote note, String words) {
    LOG.atLevel(level(note)).log("{} {} {}", id(note), pair, words);
  }

  private static Level level(ReplicaNote note) {
    return switch (note) {
      case DISK_STALLED, GIVEN_UP, DAMAGE -> Level.WARN;
      case ROLE, JOINED, LINK, PEER_DIED, ASKED, LEASE, FENCED, DISK_ANSWERS -> Level.INFO;
    };
  }

  private static LogId id(ReplicaNote note) {
    return switch (note) {
      case ROLE -> LogId.ROLE_CHANGED;
      case JOINED, LINK -> LogId.LINK_CHANGED;
      case PEER_DIED -> LogId.PEER_DIED;
      case ASKED -> LogId.ASKED_ADMIN;
      case LEASE -> LogId.LEASE_CHANGED;
      case FENCED -> LogId.OLD_EPOCH_REFUSED;
      case DISK_STALLED -> LogId.DISK_STALLED;
      case DISK_ANSWERS -> LogId.DISK_ANSWERS;
      case GIVEN_UP -> LogId.STANDBY_GIVEN_UP;
      case DAMAGE -> LogId.NOT_MENDED;
    };
  }
}
