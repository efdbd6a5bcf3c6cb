package io.feige.broker.server.pair;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.net.Connection;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;

/**
 * Keeps what is appended and not durable yet within its bound: publishers are not read any more
 * when the bound is reached, and refused when what they had sent already goes to twice the bound.
 * On the pair's loop.
 */
final class Backpressure {
  static final int RETRY_MILLIS = 50;

  private final Journal journal;
  private final Sessions sessions;
  private final long bound;

  Backpressure(Journal journal, Sessions sessions, NodeConfig.Limits limits) {
    this.journal = journal;
    this.sessions = sessions;
    this.bound = limits.maxPendingBytes();
  }

  long pendingBytes() {
    return journal.end() - journal.durable();
  }

  /** Whether a publish of the connection is too much now. */
  boolean isOver(Connection from) {
    long pending = pendingBytes();
    if (pending < bound) {
      return false;
    }
    sessions.stopReading(from);
    return pending >= 2 * bound;
  }

  Refusal busy() {
    return new Refusal(
        ErrorCode.BUSY,
        pendingBytes() + " bytes wait for the disk; nothing of this batch was stored",
        "",
        RETRY_MILLIS);
  }

  /** Something became durable. */
  void relax() {
    if (pendingBytes() < bound / 2) {
      sessions.resumeAll();
    }
  }
}
