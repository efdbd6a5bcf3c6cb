package io.feige.broker.server.pair.store;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.journal.change.CutReport;
import io.feige.broker.journal.change.JournalCut;
import io.feige.broker.journal.salvage.SalvageLabel;
import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.store.history.StoredPair;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens stores, and does to a closed one what cannot be done to an open one. All of it waits for
 * disks, so it happens on threads of its own; one move at a time.
 */
public final class StoreMoves {
  private static final Logger LOG = LoggerFactory.getLogger(StoreMoves.class);

  /** From one store to the next. */
  public interface Move {
    Store move(Store old) throws IOException, InterruptedException;
  }

  /** Something that ends in a store. */
  public interface Way {
    Store go() throws IOException, InterruptedException;
  }

  private final PairSetup setup;
  private final Store.Listener listener;

  public StoreMoves(PairSetup setup, Store.Listener listener) {
    this.setup = setup;
    this.listener = listener;
  }

  public Store open() {
    return Store.open(setup, listener);
  }

  /** Goes a way on a thread of its own, and tells there where it led. */
  public void start(Way way, Consumer<Store> done, Consumer<RuntimeException> failed) {
    String name = "feige-move-" + setup.pair();
    setup
        .supervisor()
        .thread(
            name,
            () -> {
              try {
                done.accept(way.go());
              } catch (IOException e) {
                failed.accept(new UncheckedIOException(e.getMessage(), e));
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } catch (RuntimeException e) {
                failed.accept(e);
              }
            },
            death -> failed.accept(new IllegalStateException(name + " has died", death)))
        .start();
  }

  public Store cut(Store old, PartitionMachine machine, long position, long epoch)
      throws IOException, InterruptedException {
    SalvageStore salvage = SalvageStore.open(setup.salvageDir());
    old.close(false);
    tell(JournalCut.cut(Store.files(setup), position, salvage.port(label(machine, epoch))));
    return open();
  }

  public Store wipe(Store old, PartitionMachine machine, long agreed, long epoch)
      throws IOException, InterruptedException {
    SalvageStore salvage = SalvageStore.open(setup.salvageDir());
    old.close(false);
    tell(JournalCut.wipe(Store.files(setup), agreed, salvage.port(label(machine, epoch))));
    return open();
  }

  /**
   * Puts another journal in the place of the one there is, made of what the message store has. The
   * journal is closed afterwards.
   */
  public void replace(Store old, PartitionMachine machine, long agreed, StoredPair by)
      throws IOException, InterruptedException {
    SalvageStore salvage = SalvageStore.open(setup.salvageDir());
    old.close(false);
    tell(
        JournalCut.wipe(
            Store.files(setup), agreed, salvage.port(label(machine, machine.state().epoch()))));
    JournalOfRows.write(setup.config(), setup.journalDir(), by);
  }

  private SalvageLabel label(PartitionMachine machine, long epoch) {
    Map<Integer, String> topics = new HashMap<>();
    for (PartitionState partition : machine.state().partitions()) {
      topics.put(partition.id(), partition.topic());
    }
    return new SalvageLabel(setup.pair(), epoch, System.currentTimeMillis(), topics);
  }

  private void tell(CutReport report) {
    if (report.bytes() > 0) {
      LOG.warn(
          "{} {} held {} bytes ({} frames) from position {} on that the active does not have;"
              + " they are kept in {}, see feige salvage list",
          LogId.SALVAGED,
          setup.pair(),
          report.bytes(),
          report.frames(),
          report.position(),
          setup.salvageDir());
    }
  }

  /** Begins the journal anew with the state of a snapshot; empty if the snapshot is damaged. */
  public Store restore(Store old, SnapshotSpool spool) throws IOException, InterruptedException {
    old.close(false);
    CopyStart start =
        new CopyStart(spool.start(), spool.snapshot().position(), spool.snapshot().bytes());
    Store begun = Store.openCopy(setup, start, listener);
    SnapshotTaker taker = new SnapshotTaker(begun);
    spool.read(taker);
    spool.drop();
    if (taker.damage.isEmpty()) {
      return begun;
    }
    LOG.warn(
        "{} {} the snapshot from the active is damaged ({}); it is asked for again",
        LogId.LINK_CHANGED,
        setup.pair(),
        taker.damage);
    begun.journal().close();
    return open();
  }

  /** Gives a journal the parts of its snapshot, as long as they are sound. */
  private static final class SnapshotTaker implements SnapshotSpool.Taker {
    private final Store to;
    private String damage = "";

    SnapshotTaker(Store to) {
      this.to = to;
    }

    @Override
    public void take(ByteBuffer part) {
      if (damage.isEmpty()) {
        damage = to.journal().takeSnapshot(part).cause();
      }
    }
  }

  public void close(Store store, boolean isWell, CompletableFuture<Void> closed) {
    setup
        .supervisor()
        .thread(
            "feige-close-" + setup.pair(),
            () -> {
              try {
                store.close(isWell);
                closed.complete(null);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                closed.completeExceptionally(e);
              } catch (RuntimeException e) {
                closed.completeExceptionally(e);
              }
            },
            closed::completeExceptionally)
        .start();
  }
}
