package io.feige.broker.core.turn;

import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import java.util.function.LongSupplier;

/**
 * Keeps what is appended and not confirmed yet within its bound: publishers are not read any more
 * when the bound is reached, and refused when what they had sent already goes to twice the bound.
 */
final class Backpressure {
  static final int RETRY_MILLIS = 50;
  private static final int SHORT_RETRY_MILLIS = 200;

  private final LongSupplier pending;
  private final Clients clients;
  private final long bound;

  /**
   * Keeps to a bound.
   *
   * @param pending bytes that publishers have to wait for
   * @param bound of them
   */
  Backpressure(LongSupplier pending, Clients clients, long bound) {
    this.pending = pending;
    this.clients = clients;
    this.bound = bound;
  }

  /** Whether a publish of the session is too much now. */
  boolean isOver(long session) {
    long waiting = pending.getAsLong();
    if (waiting < bound) {
      return false;
    }
    clients.stopReading(session);
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

  /** Something was confirmed, or nobody waits for that any more. */
  void relax() {
    if (pending.getAsLong() < bound / 2) {
      clients.resumeReading();
    }
  }
}
