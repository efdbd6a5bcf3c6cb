package io.feige.broker.server.pair.clients;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.turn.Clients;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.pair.rows.RowStore;
import io.feige.broker.server.pair.store.Store;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The connections to a replica, with the store there is to answer them from. On the pair's loop.
 */
public final class NodeClients implements Clients {
  private final PairSetup setup;
  private final Sessions sessions;
  private final ReadingBack.Back back;
  private @Nullable Answering answering;
  private @Nullable ReadingBack readingBack;

  public NodeClients(PairSetup setup, Sessions sessions, ReadingBack.Back back) {
    this.setup = setup;
    this.sessions = sessions;
    this.back = back;
  }

  /** Answers come from a store from now on. */
  public void answerFrom(Store store, RowStore rows) {
    Answering from = new Answering(sessions, store.log(), setup.place().loop(), setup.metrics());
    answering = from;
    readingBack = new ReadingBack(setup, store, rows, from, back);
  }

  private Answering answering() {
    return Objects.requireNonNull(answering, "no store is open");
  }

  private ReadingBack readingBack() {
    return Objects.requireNonNull(readingBack, "no store is open");
  }

  /** What was fetched from rows is not needed any more. */
  public void forgetFetched() {
    readingBack().clear();
  }

  @Override
  public void answer(Ticket ticket, Answer answer, long position) {
    answering().send(ticket, answer);
  }

  @Override
  public void handOut(Ticket ticket, Handed handed) {
    answering().send(ticket, handed);
  }

  @Override
  public boolean canTake(Ticket ticket) {
    return answering().canTake(ticket);
  }

  @Override
  public boolean isMemoryShort(Ticket ticket) {
    return answering().isMemoryShort(ticket);
  }

  @Override
  public boolean holdsBack(Ticket ticket, Request request) {
    return readingBack().holdsBack(ticket, request);
  }

  @Override
  public void stopReading(long session) {
    sessions.stopReading(session);
  }

  @Override
  public void resumeReading() {
    sessions.resumeAll();
  }
}
