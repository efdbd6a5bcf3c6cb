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
 * appended since a piece of the decision began, who was answered, and how much all of it was.
 */
final class WatchedSink implements Sink {
  private static final int BYTES_PER_UNIT = 32;

  private final Sink sink;
  private final Set<Ticket> answered = new HashSet<>();
  private boolean hasWritten;
  private boolean isReserving;
  private long units;

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

  /** How much was done: an answer is one unit, and so are 32 bytes of a record. */
  long units() {
    return units;
  }

  private void answered(Ticket ticket) {
    answered.add(ticket);
    units++;
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
    int batch = draft.batch() == null ? 0 : draft.batch().remaining();
    units += 1 + (draft.extension().remaining() + batch) / BYTES_PER_UNIT;
    return sink.append(draft, epoch, timeMillis);
  }

  @Override
  public long end() {
    return sink.end();
  }

  @Override
  public void answer(Ticket ticket, Answer answer) {
    sink.answer(ticket, answer);
    answered(ticket);
  }

  @Override
  public void answerWhenCommitted(Ticket ticket, Answer answer) {
    sink.answerWhenCommitted(ticket, answer);
    answered(ticket);
  }

  @Override
  public void confirm(Durability level, Ticket ticket, Answer answer) {
    sink.confirm(level, ticket, answer);
    answered(ticket);
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
    answered(ticket);
  }

  @Override
  public void fault(Throwable cause) {
    sink.fault(cause);
  }
}
