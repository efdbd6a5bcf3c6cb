package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.journal.Journal;
import io.feige.broker.journal.change.JournalCut;
import io.feige.broker.journal.change.SalvagePort;
import io.feige.broker.journal.salvage.SalvageLabel;
import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.broker.server.pair.store.JournalLog;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.turn.SimStore;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.TreeMap;

/** Opens and closes the stores of a replica in one process. */
final class StoreKeeper {
  private final String pair;
  private final ClusterSetup setup;
  private final World world;
  private final PairDisk disk;
  private final SimStore.Beside beside;
  private final Runnable copies;
  private final SimFiles files;
  private final SalvageStore salvage;

  /**
   * @param beside what works beside each of them
   * @param copies told before something is copied into one
   */
  StoreKeeper(
      String pair,
      ClusterSetup setup,
      World world,
      PairDisk disk,
      SimStore.Beside beside,
      Runnable copies) {
    this.pair = pair;
    this.setup = setup;
    this.world = world;
    this.disk = disk;
    this.beside = beside;
    this.copies = copies;
    this.files = disk.journal().attach();
    this.salvage = new SalvageStore(disk.salvage().attach());
  }

  SimFiles files() {
    return files;
  }

  private InstantSource clock() {
    return () -> Instant.ofEpochMilli(world.wallMillis());
  }

  SimStore open() {
    JournalLog log = new JournalLog();
    PartitionMachine machine = new PartitionMachine(setup.limits(), log);
    Journal journal = Journal.open(files, setup.journal(), clock(), replaying(machine));
    return store(new ReplicaStore.Opened(journal, machine, log));
  }

  private SimStore store(ReplicaStore.Opened opened) {
    return new ReplicaStore(opened, beside, setup.breakage(), copies);
  }

  private static Replay replaying(PartitionMachine machine) {
    return new Replay() {
      @Override
      public void snapshot(long position, ByteBuffer body) {
        machine.restore(body);
      }

      @Override
      public void frame(StoredFrame frame) {
        machine.replay(frame);
      }
    };
  }

  /** How something is removed from a closed journal. */
  private interface Removal {
    void remove(SalvagePort to);
  }

  SimStore cut(SimStore old, long position, long epoch) {
    return remove(old, position, epoch, to -> JournalCut.cut(files, position, to));
  }

  SimStore wipe(SimStore old, long agreed, long epoch) {
    return remove(old, agreed, epoch, to -> JournalCut.wipe(files, agreed, to));
  }

  private SimStore remove(SimStore old, long from, long epoch, Removal removal) {
    SalvageLabel label = label(old.machine(), epoch);
    SalvageAudit audit = new SalvageAudit(old.journal(), from);
    old.close();
    int calls = disk.takeCallsInMove();
    if (calls >= 0) {
      files.crashIn(calls);
    }
    removal.remove(salvage.port(label));
    audit.requireKept(salvage);
    return open();
  }

  private SalvageLabel label(PartitionMachine machine, long epoch) {
    TreeMap<Integer, String> topics = new TreeMap<>();
    for (PartitionState partition : machine.state().partitions()) {
      topics.put(partition.id(), partition.topic());
    }
    return new SalvageLabel(pair, epoch, world.wallMillis(), topics);
  }

  /** Begins the empty journal anew with the state of a snapshot. */
  SimStore restore(SimStore old, CopyStart from, List<ByteBuffer> parts) {
    old.close();
    JournalLog log = new JournalLog();
    PartitionMachine machine = new PartitionMachine(setup.limits(), log);
    Journal journal = Journal.openCopy(files, setup.journal(), clock(), from, replaying(machine));
    for (ByteBuffer part : parts) {
      String problem = journal.takeSnapshot(part.duplicate()).cause();
      Violation.unless(problem.isEmpty(), "a copied snapshot is refused: %s", problem);
    }
    return store(new ReplicaStore.Opened(journal, machine, log));
  }
}
