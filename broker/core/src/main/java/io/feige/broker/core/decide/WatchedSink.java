package io.feige.broker.core.decide;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Sink;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.RecordDraft;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.model.Durability;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A sink that knows what went through it while one event is decided on: whether anything was
 * appended since a piece of the decision began, and who was answered.
 */
final class WatchedSink implements Sink {
  private final Sink sink;
  private final Set<Ticket> answered = new HashSet<>();
  private boolean hasWritten;
  private boolean isReserving;

  WatchedSink(Sink sink) {
    this.sink = sink;
  }

  /** A piece of the decision begins. */
  void beginPiece() {
    hasWritten = false;
    isReserving = false;
  }

  /** Whether the piece has appended something, or failed in the journal when it was to. */
  boolean hasTouchedJournal() {
    return hasWritten || isReserving;
  }

  /** Whether the answer was given, or is held until it may be. */
  boolean isAnswered(Ticket ticket) {
    return answered.contains(ticket);
  }

  @Override
  public boolean hasRoomFor(long bytes) {
    isReserving = true;
    boolean hasRoom = sink.hasRoomFor(bytes);
    isReserving = false;
    return hasRoom;
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    hasWritten = true;
    return sink.append(draft, epoch, timeMillis);
  }

  @Override
  public long end() {
    return sink.end();
  }

  @Override
  public void answer(Ticket ticket, Answer answer) {
    sink.answer(ticket, answer);
    answered.add(ticket);
  }

  @Override
  public void answerWhenCommitted(Ticket ticket, Answer answer) {
    sink.answerWhenCommitted(ticket, answer);
    answered.add(ticket);
  }

  @Override
  public void confirm(Durability level, Ticket ticket, Answer answer) {
    sink.confirm(level, ticket, answer);
    answered.add(ticket);
  }

  @Override
  public @Nullable Refusal whyNotStored() {
    return sink.whyNotStored();
  }

  @Override
  public boolean canTake(Ticket ticket) {
    return sink.canTake(ticket);
  }

  @Override
  public void fetch(int partition, long offset) {
    sink.fetch(partition, offset);
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {
    sink.handOut(ticket, handed);
    answered.add(ticket);
  }

  @Override
  public void fault(Throwable cause) {
    sink.fault(cause);
  }
}
