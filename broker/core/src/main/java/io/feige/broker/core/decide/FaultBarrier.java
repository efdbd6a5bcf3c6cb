package io.feige.broker.core.decide;

import io.feige.broker.core.port.JournalFault;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Lets a fault in one piece of a decision be the fault of that piece alone.
 *
 * <p>Where the piece has appended nothing, nothing durable has changed: what is kept in memory of
 * the partition it touched is made anew from the applied state, who asked is refused, and everybody
 * else goes on. Messages that were handed out there come again, as after an activation. Where it
 * has appended, or where the journal itself failed, the fault is passed on: what is half done
 * cannot be told from what is whole, and the replica is fenced.
 */
final class FaultBarrier {
  private static final int RETRY_MILLIS = 1_000;

  private final ActiveState active;
  private final Pulling pulling;
  private final Reading reading;
  private final Mailing mailing;
  private final Working working;

  FaultBarrier(
      ActiveState active, Pulling pulling, Reading reading, Mailing mailing, Working working) {
    this.active = active;
    this.pulling = pulling;
    this.reading = reading;
    this.mailing = mailing;
    this.working = working;
  }

  /**
   * Does a piece of a decision.
   *
   * @param ticket who asked for it; null: nobody did
   * @param touched the partition whose deliveries and waiting requests it may change; null: none
   * @return false when it met a fault and was given up
   */
  boolean tried(
      @Nullable Ticket ticket,
      @Nullable ActivePartition touched,
      WatchedSink sink,
      Runnable piece) {
    sink.beginPiece();
    try {
      piece.run();
      return true;
    } catch (RuntimeException | Error e) {
      if (sink.hasTouchedJournal() || isOfTheJournal(e)) {
        throw e;
      }
      if (touched != null) {
        makeAnew(touched, sink);
      }
      if (ticket != null && !sink.isAnswered(ticket)) {
        sink.answer(ticket, refusal(e));
      }
      sink.fault(e);
      return false;
    }
  }

  /** Among them the InternalError that stands for a mapped page that cannot be read. */
  private static boolean isOfTheJournal(Throwable fault) {
    return fault instanceof JournalFault || fault instanceof InternalError;
  }

  private void makeAnew(ActivePartition touched, WatchedSink sink) {
    for (ActiveGroup group : touched.groups()) {
      pulling.letGo(group, sink);
    }
    reading.letGo(touched, sink);
    mailing.letGo(touched, sink);
    working.letGo(touched, sink);
    working.expectBack(active.makeAnew(touched));
  }

  private static Refusal refusal(Throwable fault) {
    return new Refusal(
        ErrorCode.INTERNAL_NOT_DONE,
        "the node met a fault of its own and did nothing: " + fault,
        "",
        RETRY_MILLIS);
  }
}
