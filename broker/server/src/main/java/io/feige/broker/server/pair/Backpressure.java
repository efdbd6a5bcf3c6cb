package io.feige.broker.server.pair;

import io.feige.broker.server.net.Connection;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import java.util.function.LongSupplier;

/**
 * Keeps what is appended and not confirmed yet within its bound: publishers are not read any more
 * when the bound is reached, and refused when what they had sent already goes to twice the bound.
 * On the pair's loop.
 */
final class Backpressure {
  static final int RETRY_MILLIS = 50;
  private static final int SHORT_RETRY_MILLIS = 200;

  private final LongSupplier pending;
  private final Sessions sessions;
  private final long bound;

  /**
   * Keeps to a bound.
   *
   * @param pending bytes that are appended and not confirmed
   * @param bound of them, in bytes
   */
  Backpressure(LongSupplier pending, Sessions sessions, long bound) {
    this.pending = pending;
    this.sessions = sessions;
    this.bound = bound;
  }

  /** Whether a publish of the connection is too much now. */
  boolean isOver(Connection from) {
    long waiting = pending.getAsLong();
    if (waiting < bound) {
      return false;
    }
    sessions.stopReading(from);
    return waiting >= 2 * bound;
  }

  Refusal busy() {
    return new Refusal(
        ErrorCode.BUSY,
        pending.getAsLong() + " bytes wait to be confirmed; nothing of this batch was stored",
        "",
        RETRY_MILLIS);
  }

  /** For who asks for messages while others hold the memory for answers. */
  static Refusal memoryShort() {
    return new Refusal(
        ErrorCode.BUSY,
        "memory for answers is short (limits.maxAnswerBytes); nothing was handed out",
        "",
        SHORT_RETRY_MILLIS);
  }

  /** Something was confirmed. */
  void relax() {
    if (pending.getAsLong() < bound / 2) {
      sessions.resumeAll();
    }
  }
}
