package io.feige.broker.sim.turn;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.record.RecordDraft;
import io.feige.broker.core.replica.ReplicaPort.Damaged;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.DamagedStretch;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.scrub.JournalScrub;
import io.feige.broker.journal.segment.ColdBytes;
import io.feige.broker.server.pair.store.CarryDuty;
import io.feige.broker.server.pair.store.JournalLog;
import io.feige.broker.server.pair.store.OpenStore;
import io.feige.broker.sim.world.Chance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** An open store whose threads are plans: one that forces the journal, one for what can wait. */
public class SimStore extends OpenStore {
  private static final long LATEST_UPKEEP_NANOS = 200_000;
  private static final long LONGEST_REST_NANOS = 20_000_000;
  private static final long LATEST_READ_NANOS = 3_000_000;
  private static final long SHORTEST_PAUSE_NANOS = 20_000;
  private static final long LOOK_AGAIN_NANOS = 100_000_000;

  /**
   * What works beside the turn.
   *
   * @param forceNanos how long the next fsync takes
   * @param durable told that the disk holds more
   * @param atHand told that frames are in memory
   * @param fetched told that messages of a partition are in memory
   * @param failed told that the journal has failed
   * @param effect told that something is done
   */
  public record Beside(
      Pace pace,
      Chance chance,
      LongSupplier forceNanos,
      Consumer<SimStore> durable,
      Consumer<SimStore> atHand,
      IntConsumer fetched,
      Consumer<RuntimeException> failed,
      Runnable effect) {}

  private record Snapshot(long position, List<ByteBuffer> state) {}

  private final Beside beside;
  private @Nullable Snapshot snapshot;
  private @Nullable JournalScrub scrub;
  private boolean isForcing;
  private boolean isKeptUp;
  private boolean isClosed;
  private boolean isFlushDead;
  private boolean mayRest;
  private boolean isResting;

  /**
   * @param spareSegments how many segments more than twice what is needed the journal may have
   */
  public SimStore(
      Journal journal, PartitionMachine machine, JournalLog log, Beside beside, int spareSegments) {
    super(journal, machine, log, new CarryDuty.Bounds(spareSegments, 2 << 10, 16 << 10));
    this.beside = beside;
  }

  @Override
  public void begin() {
    wake();
  }

  @Override
  public long append(RecordDraft draft, long epoch, long timeMillis) {
    beside.effect().run();
    return super.append(draft, epoch, timeMillis);
  }

  @Override
  public String copy(ByteBuffer frames) {
    beside.effect().run();
    return super.copy(frames);
  }

  @Override
  public void wake() {
    force();
    if (journal().upkeepDue()) {
      keepUpIn(beside.chance().between(0L, LATEST_UPKEEP_NANOS));
    }
  }

  @Override
  public void mayRest(boolean isNobodyWaiting) {
    boolean isOver = mayRest && !isNobodyWaiting;
    mayRest = isNobodyWaiting;
    if (isOver && isResting) {
      isResting = false;
      force();
    }
  }

  /** Anything between none and all of what is written meanwhile is forced along. */
  private void force() {
    if (isResting
        || isForcing
        || isClosed
        || isFlushDead
        || journal().written() <= journal().durable()) {
      return;
    }
    isForcing = true;
    long takes = beside.forceNanos().getAsLong();
    long part = beside.chance().between(0L, takes);
    beside
        .pace()
        .afterTrue(
            part,
            () -> {
              onDisk(() -> journal().force());
              beside.pace().afterTrue(takes - part, this::forced);
            });
  }

  private void forced() {
    isForcing = false;
    if (!isClosed && !isFlushDead) {
      beside.durable().accept(this);
      rest();
      force();
    }
  }

  private void rest() {
    if (mayRest && !isResting) {
      isResting = true;
      beside.pace().afterTrue(beside.chance().between(0L, LONGEST_REST_NANOS), this::rested);
    }
  }

  private void rested() {
    if (isResting) {
      isResting = false;
      force();
    }
  }

  /** Nobody makes the journal durable any more; whoever owns the thread is told. */
  public void flushThreadDies() {
    isFlushDead = true;
    beside.failed().accept(new ThreadDied("flush"));
  }

  /** The disk is quick for once. */
  public void forceNow() {
    onDisk(() -> {
      journal().force();
      beside.durable().accept(this);
    });
  }

  private void onDisk(Runnable work) {
    if (isClosed || journal().isFailed()) {
      return;
    }
    try {
      work.run();
    } catch (JournalException e) {
      beside.failed().accept(e);
    }
  }

  /** The disk is read beside the turn, which goes on meanwhile. */
  @Override
  protected void bring(ColdBytes bytes, Runnable then) {
    beside
        .pace()
        .afterTrue(
            beside.chance().between(0L, LATEST_READ_NANOS),
            () -> {
              if (!isClosed) {
                then.run();
              }
            });
  }

  @Override
  protected void fetched(int partition) {
    beside.fetched().accept(partition);
  }

  @Override
  protected void framesAtHand() {
    beside.atHand().accept(this);
  }

  @Override
  public void save(long position, List<ByteBuffer> state) {
    beside.effect().run();
    snapshot = new Snapshot(position, state);
    keepUpIn(beside.chance().between(0L, LATEST_UPKEEP_NANOS));
  }

  /** Reads the sealed part of the journal again; what is damaged is to be mended. */
  public void scrub(FilePort files) {
    scrub = new JournalScrub(files);
    scrubOn(scrub);
  }

  private void scrubOn(JournalScrub by) {
    onScrub(() -> {
      if (by.step(journal().durable()) > 0) {
        scrubOn(by);
      }
    });
  }

  /** What is done about scrubbing takes its time on the disk. */
  private void onScrub(OnFiles work) {
    long nanos = beside.chance().between(0L, LATEST_READ_NANOS);
    beside
        .pace()
        .afterTrue(
            nanos,
            () ->
                onDisk(() -> {
                  try {
                    work.run();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                  beside.atHand().accept(this);
                }));
  }

  private interface OnFiles {
    void run() throws IOException;
  }

  /** How many places are known to be damaged, and how often all was read; null: never begun. */
  public @Nullable JournalScrub scrub() {
    return scrub;
  }

  @Override
  public @Nullable Damaged damaged() {
    DamagedStretch next = scrub == null ? null : scrub.next();
    return next == null ? null : new Damaged(next.from(), next.end());
  }

  @Override
  public void mend(long position, ByteBuffer frames) {
    JournalScrub by = Objects.requireNonNull(scrub, "nobody has found damage");
    ByteBuffer own = ByteBuffer.allocate(frames.remaining()).put(frames).flip();
    onScrub(() -> by.mend(position, own));
  }

  @Override
  public void mendLater(Damaged damaged) {
    JournalScrub by = Objects.requireNonNull(scrub, "nobody has found damage");
    onScrub(() -> by.later(damaged.from()));
  }

  private void keepUpIn(long nanos) {
    if (!isKeptUp) {
      isKeptUp = true;
      beside.pace().afterTrue(nanos, () -> onDisk(this::keepUp));
    }
  }

  private void keepUp() {
    isKeptUp = false;
    saveSnapshot();
    long pause = journal().upkeep();
    if (pause != Journal.IDLE) {
      keepUpIn(Math.max(pause, SHORTEST_PAUSE_NANOS));
    } else if (snapshot != null) {
      keepUpIn(LOOK_AGAIN_NANOS);
    }
  }

  private void saveSnapshot() {
    Snapshot next = snapshot;
    if (next == null || next.position() > journal().durable()) {
      return;
    }
    try {
      ByteBuffer[] parts =
          next.state().stream().map(ByteBuffer::duplicate).toArray(ByteBuffer[]::new);
      journal().saveSnapshot(next.position(), parts);
      snapshot = null;
      saved(next.position(), next.state());
    } catch (JournalFullException e) {
      // Later: the older ones serve meanwhile.
    }
  }

  /** A snapshot is stored. */
  protected void saved(long position, List<ByteBuffer> state) {}

  /** Ends what works beside the turn, and closes the journal. */
  public void close() {
    isClosed = true;
    journal().close();
  }
}
