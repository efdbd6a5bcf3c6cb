package io.feige.broker.server.pair.store;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.replica.ReplicaPort;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.disk.DiskFiles;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.scrub.JournalScrub;
import io.feige.broker.journal.segment.ColdBytes;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open journal, the state applied from it, and the threads that work for it. A replica has one
 * at a time; where its journal has to be cut, it closes one and opens another. Journal and machine
 * belong to the pair's loop.
 */
public final class Store extends OpenStore {
  private static final Logger LOG = LoggerFactory.getLogger(Store.class);

  /** Who is told, on threads of the store. */
  public interface Listener {
    /** Everything below the position is durable. */
    void durable(Store store, long position);

    /** Messages of a partition are in memory that somebody may wait for; on the pair's loop. */
    void fetched(int partition);

    /** Frames are in memory that the standby waits for; on the pair's loop. */
    void atHand(Store store);

    /** Has a task run on the pair's loop. */
    void onLoop(Runnable task);

    /** The journal has given up, or nobody works for it any more. */
    void failed(Store store, RuntimeException cause);
  }

  private record Forced(Journal journal, NodeMetrics metrics, LongConsumer durable)
      implements FlushThread.Work {
    @Override
    public boolean isDue() {
      return journal.written() > journal.durable();
    }

    @Override
    public void force() {
      long from = System.nanoTime();
      journal.force(position -> {
        durable.accept(position);
        metrics.fsync(System.nanoTime() - from);
      });
    }
  }

  private record Upkept(Journal journal) implements UpkeepThread.Work {
    @Override
    public void save(long position, List<ByteBuffer> body) {
      journal.saveSnapshot(position, body.toArray(ByteBuffer[]::new));
    }

    @Override
    public long upkeep() {
      return journal.upkeep();
    }
  }

  private final FlushThread flush;
  private final UpkeepThread upkeep;
  private final ScrubThread scrub;
  private final ReadThread reads;
  private final Listener listener;

  private Store(
      PairSetup setup,
      Journal journal,
      PartitionMachine machine,
      JournalLog log,
      Listener listener) {
    super(
        journal,
        machine,
        log,
        setup.config().journal().carryForward()
            ? CarryDuty.Bounds.OF_A_NODE
            : CarryDuty.Bounds.NONE);
    String pair = setup.pair();
    this.listener = listener;
    this.flush =
        new FlushThread(
            "feige-flush-" + pair,
            setup.supervisor(),
            new Forced(journal, setup.metrics(), position -> listener.durable(this, position)),
            cause -> listener.failed(this, cause));
    this.upkeep =
        new UpkeepThread(
            "feige-upkeep-" + pair,
            setup.supervisor(),
            new Upkept(journal),
            cause -> listener.failed(this, cause));
    this.reads =
        new ReadThread(
            "feige-read-" + pair,
            setup.supervisor(),
            listener::onLoop,
            cause -> listener.failed(this, cause));
    this.scrub =
        new ScrubThread(
            setup,
            files(setup),
            journal::start,
            journal::durable,
            () -> listener.onLoop(this::framesAtHand));
  }

  /**
   * Opens the journal and replays it; not on the loop.
   *
   * @throws UncheckedIOException if the directory cannot be used
   * @throws JournalException if the journal is damaged, locked or cannot be read; it says what to
   *     do
   */
  static Store open(PairSetup setup, Listener listener) {
    JournalLog log = new JournalLog();
    PartitionMachine machine = new PartitionMachine(PairLimits.machine(setup.config()), log);
    Journal journal =
        Journal.open(
            files(setup),
            PairLimits.journal(setup.config()),
            InstantSource.system(),
            new Replaying(machine));
    LOG.info("{} {} recovered: {}", LogId.JOURNAL_RECOVERED, setup.pair(), journal.recovery());
    return new Store(setup, journal, machine, log, listener);
  }

  /**
   * Begins an empty journal anew, for the parts of a snapshot; not on the loop.
   *
   * @throws JournalException if that cannot be done
   */
  static Store openCopy(PairSetup setup, CopyStart from, Listener listener) {
    JournalLog log = new JournalLog();
    PartitionMachine machine = new PartitionMachine(PairLimits.machine(setup.config()), log);
    Journal journal =
        Journal.openCopy(
            files(setup),
            PairLimits.journal(setup.config()),
            InstantSource.system(),
            from,
            new Replaying(machine));
    return new Store(setup, journal, machine, log, listener);
  }

  static FilePort files(PairSetup setup) {
    try {
      return DiskFiles.open(setup.journalDir());
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the journal's directory " + setup.journalDir() + " cannot be used: " + e.getMessage(),
          e);
    }
  }

  @Override
  public void begin() {
    flush.start();
    upkeep.start();
    scrub.begin();
    reads.start();
  }

  @Override
  protected void bring(ColdBytes bytes, Runnable then) {
    reads.bring(bytes, then);
  }

  @Override
  protected void fetched(int partition) {
    listener.fetched(partition);
  }

  @Override
  protected void framesAtHand() {
    listener.atHand(this);
  }

  @Override
  public ReplicaPort.@Nullable Damaged damaged() {
    return scrub.damaged();
  }

  @Override
  public void mend(long position, ByteBuffer frames) {
    scrub.mend(position, frames);
  }

  @Override
  public void mendLater(ReplicaPort.Damaged damaged) {
    scrub.mendLater(damaged.from());
  }

  /** What was read again of the journal, and what of it is damaged. Any thread. */
  public JournalScrub scrub() {
    return scrub.scrub();
  }

  @Override
  public void wake() {
    if (written() > durable()) {
      flush.wake();
    }
    if (journal().upkeepDue()) {
      upkeep.wake();
    }
  }

  @Override
  public void mayRest(boolean isNobodyWaiting) {
    flush.mayRest(isNobodyWaiting);
  }

  @Override
  public void save(long position, List<ByteBuffer> state) {
    upkeep.save(new UpkeepThread.Snapshot(position, state));
  }

  /**
   * Ends the threads and closes the journal; not on the loop, which must not use it any more.
   *
   * @param isWell whether to leave a snapshot, so that the next start has little to replay
   */
  void close(boolean isWell) throws InterruptedException {
    flush.stop();
    upkeep.stop();
    scrub.stop();
    reads.stop();
    if (isWell) {
      saveLastSnapshot();
    }
    journal().close();
  }

  private void saveLastSnapshot() {
    if (isJoining() || durable() < end()) {
      return;
    }
    try {
      journal().saveSnapshot(durable(), machine().snapshot());
    } catch (JournalFullException e) {
      LOG.info("no snapshot was written, the disk is full; the next start replays more instead");
    }
  }
}
