package io.feige.broker.server.pair;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.net.Connection;
import io.feige.broker.server.net.PairSetup;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests of clients and what becomes of them, over one {@link Store}. Whether clients may be
 * served is the caller's business. What was appended waits here for its commit, and the batches it
 * came from for their write. On the pair's loop.
 */
final class Serving {
  private static final long MAX_LENT_BYTES = 16L << 20;

  private final PairSetup setup;
  private final Journal journal;
  private final PartitionMachine machine;
  private final RowStore rows;
  private final JournalSink.Waiting waiting = new JournalSink.Waiting();
  private final Answering answering;
  private final JournalSink sink;
  private final ReadingBack readingBack;
  private final Backpressure backpressure;
  private final CommitTimes commitTimes;
  private final List<HoldsBuffers> lent = new ArrayList<>();
  private long lentBytes;
  private long committed;
  private long shown;

  Serving(PairSetup setup, Store store, RowStore rows, Sessions sessions, ReadingBack.Back back) {
    this.setup = setup;
    this.rows = rows;
    this.journal = store.journal();
    this.machine = store.machine();
    this.committed = journal.durable();
    this.answering =
        new Answering(sessions, store.log(), setup.loops().pairLoop(), setup.metrics());
    this.sink =
        new JournalSink(
            store,
            answering,
            waiting,
            rows,
            this::committed,
            PairLimits.journal(setup.config()).maxFrameBytes());
    this.readingBack = new ReadingBack(setup, store, rows, answering, back);
    this.backpressure =
        new Backpressure(
            () -> journal.end() - committed, sessions, setup.config().limits().maxPendingBytes());
    this.commitTimes = new CommitTimes(setup.metrics());
  }

  long committed() {
    return committed;
  }

  /** Bytes that wait for their commit. */
  long pendingBytes() {
    return journal.end() - committed;
  }

  void activated() {
    shown = 0;
  }

  void handle(Connection from, Ticket ticket, Request request, Now now) {
    switch (request) {
      case Publish publish -> publish(from, ticket, publish, now);
      case Settle settle -> {
        setup.metrics().settled(settle.verdicts().stream().mapToLong(Verdict::count).sum());
        decide(new Event.Ask(ticket, settle), now);
      }
      default -> {
        if ((request instanceof Pull || request instanceof Read)
            && answering.isMemoryShort(ticket)) {
          answering.send(ticket, Backpressure.memoryShort());
        } else if (!readingBack.holdsBack(from, ticket, request)) {
          decide(new Event.Ask(ticket, request), now);
        }
      }
    }
  }

  private void publish(Connection from, Ticket ticket, Publish publish, Now now) {
    lent.add(publish);
    lentBytes += publish.batch().readableBytes();
    if (backpressure.isOver(from)) {
      answering.send(ticket, backpressure.busy());
      return;
    }
    long before = journal.end();
    decide(
        new Event.Publish(
            ticket,
            publish.topic(),
            publish.epoch(),
            publish.durability(),
            publish.resolvedBelow(),
            publish.batch().nioBuffer()),
        now);
    long bytes = journal.end() - before;
    if (bytes > 0) {
      setup.metrics().published(records(publish), bytes);
    }
  }

  private static int records(Publish publish) {
    return publish.batch().getInt(publish.batch().readerIndex() + BatchHead.RECORD_COUNT_AT);
  }

  void decide(Event event, Now now) {
    machine.decide(event, now, sink);
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
    commitTimes.written(journal.written());
  }

  /** Everything below the position is confirmed: who waited for it is answered. */
  void commit(long position) {
    committed = position;
    commitTimes.durable(position);
    waiting.confirmed().release(position, answering::send);
    if (waiting.stored().size() > 0) {
      rows.want(position);
    }
    rows.committed(position);
  }

  /** Everything below the position is on this disk. */
  void durable(long position) {
    waiting.durable().release(position, answering::send);
  }

  /** Everything below the position has its rows. */
  void stored(long position) {
    waiting.stored().release(position, answering::send);
  }

  /** Nobody can wait for rows any more; what they are of is in the journal all the same. */
  void giveUpRows(Answer unknown) {
    waiting.stored().release(Long.MAX_VALUE, (ticket, _) -> answering.send(ticket, unknown));
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
    waiting.releaseAll((ticket, _) -> answering.send(ticket, unknown));
  }

  /** Who waits for a publish to be confirmed is told that it is not known whether it was. */
  void giveUpPublishes(Answer unknown) {
    waiting.confirmed().giveUp(CommandType.PUBLISH, (ticket, _) -> answering.send(ticket, unknown));
  }

  /** Ends the role: who waits for messages is told to ask elsewhere. */
  void retire(Answer unknown, Refusal elsewhere) {
    giveUpHeld(unknown);
    readingBack.clear();
    if (machine.isActive()) {
      machine.retire().forEach(ticket -> answering.send(ticket, elsewhere));
    }
  }

  void send(Ticket ticket, Answer answer) {
    answering.send(ticket, answer);
  }

  /** Whether somebody waits for the journal. */
  boolean hasHeld() {
    return waiting.durable().size() + waiting.confirmed().size() > 0;
  }

  /** Whether everything that is appended has been confirmed. */
  boolean isSettled() {
    return committed >= journal.end();
  }
}
