package io.feige.broker.core.turn;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.TakeWork;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests of clients and what becomes of them, over one {@link TurnStore}. Whether clients may
 * be served is the caller's business. What was appended waits here for its commit, and the batches
 * it came from for their write.
 */
final class ServedRequests {
  private static final long MAX_LENT_BYTES = 16L << 20;

  private final TurnStore store;
  private final PartitionMachine machine;
  private final TurnPorts ports;
  private final Clients clients;
  private final JournalSink.Waiting waiting;
  private final JournalSink sink;
  private final Backpressure backpressure;
  private final List<HoldsBuffers> lent = new ArrayList<>();
  private long lentBytes;
  private long committed;
  private long shown;
  private long settled;

  ServedRequests(TurnStore store, TurnPorts ports, TurnSettings settings) {
    this.store = store;
    this.machine = store.machine();
    this.ports = ports;
    this.clients = ports.clients();
    this.committed = store.durable();
    this.waiting = new JournalSink.Waiting(clients);
    this.sink =
        new JournalSink(store, ports, waiting, this::committed, settings.longestReservation());
    this.backpressure = new Backpressure(this::awaited, clients, settings.maxPendingBytes());
  }

  private long committed() {
    return committed;
  }

  /** Bytes whose commit publishers may wait for: an active's alone. */
  private long awaited() {
    return machine.isActive() ? store.end() - committed : 0;
  }

  void activated() {
    shown = 0;
  }

  void take(Event request, @Nullable HoldsBuffers buffers, Now now) {
    if (buffers != null) {
      lent.add(buffers);
    }
    if (request instanceof Event.Publish publish) {
      publish(publish, now);
    } else if (!(request instanceof Event.Ask ask) || isDecidedNow(ask)) {
      decide(request, now);
    }
  }

  private boolean isDecidedNow(Event.Ask ask) {
    if (ask.request() instanceof Settle) {
      return true;
    }
    boolean asksForMessages =
        ask.request() instanceof Pull
            || ask.request() instanceof Read
            || ask.request() instanceof ReadMailbox
            || ask.request() instanceof AskWork
            || ask.request() instanceof TakeWork;
    if (asksForMessages && clients.isMemoryShort(ask.ticket())) {
      clients.answer(ask.ticket(), Backpressure.memoryShort(), 0);
      return false;
    }
    return !clients.holdsBack(ask.ticket(), ask.request());
  }

  private void publish(Event.Publish publish, Now now) {
    Ticket ticket = publish.ticket();
    lentBytes += publish.batch().remaining();
    if (backpressure.isOver(ticket.session())) {
      clients.answer(ticket, backpressure.busy(), 0);
      return;
    }
    long before = store.end();
    decide(publish, now);
    long bytes = store.end() - before;
    if (bytes > 0) {
      ports.watch().published(records(publish), bytes);
    }
  }

  private static int records(Event.Publish publish) {
    return publish.batch().getInt(publish.batch().position() + BatchHead.RECORD_COUNT_AT);
  }

  void decide(Event event, Now now) {
    machine.decide(event, now, sink);
    long news = machine.settled() - settled;
    if (news > 0) {
      ports.watch().settled(news);
    }
    settled = machine.settled();
  }

  /** What was appended has been written, or never will be: the batches can be given back. */
  void giveBack() {
    lent.forEach(HoldsBuffers::releaseBuffers);
    lent.clear();
    lentBytes = 0;
  }

  /** Whether the batches of this burst take so much memory that they had better be written now. */
  boolean lendsMuch() {
    return lentBytes > MAX_LENT_BYTES;
  }

  void written() {
    if (machine.isActive()) {
      ports.watch().written(store.written());
    }
  }

  /** Everything below the position is confirmed: who waited for it is answered. */
  void commit(long position) {
    committed = position;
    ports.watch().confirmed(position);
    waiting.confirmed().release(position);
    ports.rows().confirmed(position, waiting.stored().size() > 0);
  }

  /** A replica that is not active has learned up to where the journal is confirmed. */
  void learn(long position) {
    if (position > committed && !machine.isActive()) {
      committed = position;
      ports.watch().confirmed(position);
    }
  }

  /** Everything below the position is on this disk. */
  void durable(long position) {
    waiting.durable().release(position);
  }

  /** Everything below the position has its rows. */
  void stored(long position) {
    waiting.stored().release(position);
  }

  /** Nobody can wait for rows any more; what they are of is in the journal all the same. */
  void giveUpRows(Answer unknown) {
    waiting.stored().giveUp(unknown);
  }

  /** Consumers may see what is confirmed. Only while clients may be served. */
  void show(Now now) {
    if (machine.isActive() && shown < committed) {
      shown = committed;
      decide(new Event.Committed(committed), now);
    }
  }

  void relax() {
    backpressure.relax();
  }

  /** What was appended and not confirmed stays or goes; who waits for it cannot be told which. */
  void giveUpHeld(Answer unknown) {
    waiting.giveUp(unknown);
  }

  /** Who waits for a publish to be confirmed is told that it is not known whether it was. */
  void giveUpPublishes(Answer unknown) {
    waiting.confirmed().giveUp(CommandType.PUBLISH, unknown);
  }

  /** Ends the role: who waits for messages is told to ask elsewhere. */
  void retire(Answer unknown, Refusal elsewhere) {
    giveUpHeld(unknown);
    if (machine.isActive()) {
      machine.retire().forEach(ticket -> clients.answer(ticket, elsewhere, 0));
    }
  }

  /** Whether somebody waits for the journal. */
  boolean hasHeld() {
    return waiting.durable().size() + waiting.confirmed().size() > 0;
  }
}
