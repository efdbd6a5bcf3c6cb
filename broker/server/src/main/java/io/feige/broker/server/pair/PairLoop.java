package io.feige.broker.server.pair;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.server.journal.DiskFiles;
import io.feige.broker.server.journal.FilePort;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.JournalException;
import io.feige.broker.server.journal.JournalFullException;
import io.feige.broker.server.journal.RecoveryReport;
import io.feige.broker.server.net.Connection;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.net.ServedPair;
import io.feige.broker.server.ops.HealthReport;
import io.feige.broker.server.ops.LogId;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Verdict;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loop that owns a replica. A burst of requests is decided one by one as it is read; then
 * everything that was appended goes to the file in one write, and the flush thread is woken. When
 * it has forced the bytes, the answers that waited for them leave.
 *
 * <p>Everything here runs on the pair's event loop, apart from the methods that say otherwise. With
 * {@code net.threads: 0} the connections live on that loop too, and a request takes no hand-over
 * between threads before its answer but the one to the flush thread and back.
 */
public final class PairLoop implements ServedPair {
  private static final Logger LOG = LoggerFactory.getLogger(PairLoop.class);
  private static final long HOUSEKEEPING_MILLIS = 100;
  private static final long ROOM_FOR_EPOCH = 4_096;

  /** A wake-up this much too late is not worth a timer of its own. */
  private static final long WAKE_SLACK_NANOS = 1_000_000;

  private final PairSetup setup;
  private final EventLoop loop;
  private final Journal journal;
  private final PartitionMachine machine;
  private final Sessions sessions = new Sessions();
  private final HeldAnswers held = new HeldAnswers();
  private final Answering answering;
  private final JournalSink sink;
  private final NodeAnswers nodeAnswers;
  private final FlushThread flush;
  private final UpkeepThread upkeep;
  private final ScrubThread scrub;
  private final Housekeeping housekeeping;
  private final Backpressure backpressure;
  private final CommitTimes commitTimes;
  private final Inbox inbox = new Inbox();
  private final List<HoldsBuffers> lent = new ArrayList<>();
  private final CompletableFuture<Void> stopped = new CompletableFuture<>();
  private volatile String failure = "";
  private volatile boolean stopping;
  private volatile boolean isActivated;
  private long servesFrom;
  private boolean drainIsScheduled;
  private long wakeAtNanos = Long.MAX_VALUE;

  private PairLoop(PairSetup setup, Journal journal, PartitionMachine machine) {
    this.setup = setup;
    this.loop = setup.loops().pairLoop();
    this.journal = journal;
    this.machine = machine;
    this.answering = new Answering(sessions, journal, setup.metrics());
    this.sink =
        new JournalSink(
            journal, answering, held, PairLimits.journal(setup.config()).maxFrameBytes());
    this.nodeAnswers = new NodeAnswers(setup, journal, machine);
    this.backpressure = new Backpressure(journal, sessions, setup.config().limits());
    this.commitTimes = new CommitTimes(setup.metrics());
    this.flush =
        new FlushThread(
            "feige-flush-0",
            journal,
            setup.metrics(),
            position -> loop.execute(() -> durable(position)),
            this::failedOnAnotherThread);
    this.upkeep = new UpkeepThread("feige-upkeep-0", journal, this::failedOnAnotherThread);
    this.scrub =
        new ScrubThread("feige-scrub-0", files(setup), journal.end(), this::failedOnAnotherThread);
    this.housekeeping = new Housekeeping(setup, journal, machine, upkeep);
  }

  /**
   * Opens the journal, replays it and begins to serve as the next epoch.
   *
   * @throws UncheckedIOException if the directory cannot be used
   * @throws JournalException if the journal is damaged, locked or cannot be read; it says what to
   *     do
   */
  public static PairLoop open(PairSetup setup) {
    JournalLog log = new JournalLog();
    PartitionMachine machine = new PartitionMachine(PairLimits.machine(setup.config()), log);
    Journal journal =
        Journal.open(
            files(setup),
            PairLimits.journal(setup.config()),
            InstantSource.system(),
            new Replaying(machine));
    log.opened(journal);
    PairLoop pair = new PairLoop(setup, journal, machine);
    pair.housekeeping.registerMetrics(pair.backpressure::pendingBytes);
    logRecovery(journal.recovery());
    return pair;
  }

  private static FilePort files(PairSetup setup) {
    try {
      return DiskFiles.open(setup.journalDir());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the journal's directory " + setup.journalDir() + " cannot be used: " + e.getMessage(),
          e);
    }
  }

  private static void logRecovery(RecoveryReport report) {
    LOG.info("{} {} recovered: {}", LogId.JOURNAL_RECOVERED, PairSetup.STANDALONE_PAIR, report);
  }

  @Override
  public void start(HostPort advertised) {
    nodeAnswers.serveAt(advertised);
    flush.start();
    upkeep.start();
    scrub.start();
    loop.execute(this::activate);
    var _ =
        loop.scheduleWithFixedDelay(
            this::keepHouse, HOUSEKEEPING_MILLIS, HOUSEKEEPING_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * On a full disk a replica waits for room: nothing may be served before its EPOCH record is
   * durable.
   */
  private void activate() {
    if (!journal.reserve(ROOM_FOR_EPOCH)) {
      var _ = loop.schedule(this::activate, HOUSEKEEPING_MILLIS, TimeUnit.MILLISECONDS);
      return;
    }
    long epoch = machine.state().epoch() + 1;
    decide(new Event.Activated(epoch, setup.nodeId(), setup.bootId()));
    servesFrom = journal.end();
  }

  private static Now now() {
    return new Now(System.nanoTime(), System.currentTimeMillis());
  }

  @Override
  public void submit(Connection from, int correlationId, Request request) {
    if (loop.inEventLoop()) {
      handle(from, correlationId, request);
    } else if (inbox.offer(new Inbox.Item(from, correlationId, request))) {
      scheduleInbox();
    } else {
      release(request);
      from.sendError(
          correlationId,
          request.type(),
          ErrorCode.BUSY,
          "the pair's inbox is full; nothing was stored",
          Backpressure.RETRY_MILLIS);
      from.stopReading();
      loop.execute(() -> sessions.stopReading(from));
    }
  }

  private void scheduleInbox() {
    if (inbox.mustSchedule()) {
      loop.execute(this::drainInbox);
    }
  }

  private void drainInbox() {
    if (inbox.drain(this::takeItem)) {
      loop.execute(this::drainInbox);
    }
    backpressure.relax();
  }

  private void takeItem(Inbox.Item item) {
    handle(item.from(), item.correlation(), item.request());
  }

  @Override
  public void closed(Connection connection) {
    if (loop.inEventLoop()) {
      forget(connection);
    } else {
      loop.execute(() -> forget(connection));
    }
  }

  private void forget(Connection connection) {
    if (sessions.closed(connection) && isServing()) {
      decide(new Event.SessionClosed(connection.id()));
    }
  }

  private void handle(Connection from, int correlation, Request request) {
    sessions.seen(from);
    Ticket ticket = new Ticket(from.id(), correlation, request.type());
    if (!isServing()) {
      release(request);
      answering.send(ticket, nodeAnswers.notServing(failure));
      return;
    }
    switch (request) {
      case Publish publish -> publish(from, ticket, publish);
      case FindRoute _ -> answering.send(ticket, nodeAnswers.route());
      case Settle settle -> {
        setup.metrics().settled(settle.verdicts().stream().mapToLong(Verdict::count).sum());
        decide(new Event.Ask(ticket, settle));
      }
      case GetStatus _ ->
          answering.send(
              ticket, nodeAnswers.status(housekeeping.room(), setup.metrics().connections()));
      default -> decide(new Event.Ask(ticket, request));
    }
  }

  private void publish(Connection from, Ticket ticket, Publish publish) {
    lent.add(publish);
    if (backpressure.isOver(from)) {
      answering.send(ticket, backpressure.busy());
      scheduleDrain();
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
            publish.batch().nioBuffer()));
    long bytes = journal.end() - before;
    if (bytes > 0) {
      setup.metrics().published(records(publish), bytes);
    }
  }

  private static int records(Publish publish) {
    return publish.batch().getInt(publish.batch().readerIndex() + BatchHead.RECORD_COUNT_AT);
  }

  private static void release(Request request) {
    if (request instanceof HoldsBuffers holder) {
      holder.releaseBuffers();
    }
  }

  private boolean isServing() {
    return failure.isEmpty() && !stopping && isActivated;
  }

  /**
   * A bug in deciding code, or a journal that failed, ends the replica's service: it could no
   * longer promise anything.
   */
  private void decide(Event event) {
    try {
      Now now = now();
      machine.decide(event, now, sink);
      wakeBy(machine.nextWakeNanos(now));
    } catch (RuntimeException e) {
      fail(e);
    }
    scheduleDrain();
  }

  /** Once per burst: behind all requests that were readable, because tasks run after them. */
  private void scheduleDrain() {
    if (!drainIsScheduled) {
      drainIsScheduled = true;
      loop.execute(this::drain);
    }
  }

  private void drain() {
    drainIsScheduled = false;
    try {
      if (failure.isEmpty()) {
        journal.write();
        commitTimes.written(journal.written());
        housekeeping.appended();
      }
    } catch (RuntimeException e) {
      fail(e);
    } finally {
      lent.forEach(HoldsBuffers::releaseBuffers);
      lent.clear();
    }
    if (journal.written() > journal.durable()) {
      flush.wake();
    }
    if (journal.upkeepDue()) {
      upkeep.wake();
    }
  }

  private void durable(long position) {
    if (!failure.isEmpty()) {
      return;
    }
    if (servesFrom > 0 && position >= servesFrom && !isActivated) {
      isActivated = true;
      LOG.info("{} active, epoch {}", PairSetup.STANDALONE_PAIR, machine.state().epoch());
    }
    commitTimes.durable(position);
    housekeeping.durable(position);
    decide(new Event.Committed(position));
    held.release(position, answering::send);
    backpressure.relax();
    if (stopping && position >= journal.end()) {
      finishStop();
    }
  }

  private void wakeBy(long nanos) {
    if (nanos < wakeAtNanos - WAKE_SLACK_NANOS) {
      wakeAtNanos = nanos;
      long wait = Math.max(0, nanos - System.nanoTime());
      var _ = loop.schedule(() -> wake(nanos), wait, TimeUnit.NANOSECONDS);
    }
  }

  private void wake(long scheduledFor) {
    if (wakeAtNanos == scheduledFor) {
      wakeAtNanos = Long.MAX_VALUE;
    }
    if (isServing()) {
      decide(new Event.TimePassed());
    }
  }

  private void keepHouse() {
    if (!isServing()) {
      return;
    }
    try {
      Event.DiskRoom room = housekeeping.turn(now());
      if (room != null) {
        decide(room);
      }
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void failedOnAnotherThread(JournalException e) {
    loop.execute(() -> fail(e));
  }

  private void fail(RuntimeException e) {
    if (failure.isEmpty()) {
      failure = e.getMessage() == null ? e.toString() : e.getMessage();
      LOG.error(
          "{} {} stops serving: {}. Nothing that was confirmed is lost; restart the node once the cause is removed",
          LogId.PAIR_FAILED,
          PairSetup.STANDALONE_PAIR,
          failure,
          e);
      held.release(
          Long.MAX_VALUE, (ticket, _) -> answering.send(ticket, nodeAnswers.unknown(failure)));
    }
  }

  @Override
  public HealthReport health() {
    return new HealthReport(
        failure.isEmpty(),
        isServing(),
        isServing() && housekeeping.room().noRoomBecause().isEmpty(),
        reason());
  }

  private String reason() {
    return stopping
        ? "the node is stopping"
        : failure.isEmpty() ? housekeeping.room().noRoomBecause() : failure;
  }

  @Override
  public CompletionStage<Void> stop() {
    loop.execute(this::beginStop);
    return stopped;
  }

  private void beginStop() {
    if (stopping) {
      return;
    }
    stopping = true;
    drain();
    if (!failure.isEmpty() || journal.durable() >= journal.end()) {
      finishStop();
    }
  }

  private void finishStop() {
    if (!stopped.isDone()) {
      Thread closer = new Thread(this::close, "feige-close-0");
      closer.start();
    }
  }

  private void saveLastSnapshot() {
    if (!failure.isEmpty() || !isActivated) {
      return;
    }
    try {
      journal.saveSnapshot(journal.durable(), machine.snapshot());
    } catch (JournalFullException e) {
      LOG.info("no snapshot was written, the disk is full; the next start replays more instead");
    }
  }

  private void close() {
    try {
      flush.stop();
      upkeep.stop();
      scrub.stop();
      saveLastSnapshot();
      journal.close();
      stopped.complete(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped.completeExceptionally(e);
    } catch (RuntimeException e) {
      stopped.completeExceptionally(e);
    }
  }
}
