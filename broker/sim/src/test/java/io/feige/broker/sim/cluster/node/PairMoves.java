package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import io.feige.broker.core.turn.Moves;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.turn.SimStore;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Puts the journal of a simulated replica right, which takes its time. */
final class PairMoves implements Moves {
  private static final long SLOWEST_NANOS = 30 * Timeline.MILLI;

  private final SimReplica replica;
  private final StoreKeeper keeper;
  private final World world;
  private final List<ByteBuffer> spooled = new ArrayList<>();
  private CopyStart spooledFrom = new CopyStart(1, 1, 64);
  private long spooledBytes;

  PairMoves(SimReplica replica, StoreKeeper keeper, World world) {
    this.replica = replica;
    this.keeper = keeper;
    this.world = world;
  }

  @Override
  public void cut(long position, long epoch) {
    SimStore old = replica.store();
    replica.tell("cuts its journal at %d of %d", position, old.end());
    move(() -> keeper.cut(old, position, epoch));
  }

  @Override
  public void wipe(long agreed, long epoch) {
    SimStore old = replica.store();
    replica.tell("wipes its journal, agreed was %d of %d", agreed, old.end());
    move(() -> keeper.wipe(old, agreed, epoch));
  }

  @Override
  public void restoreSpooled() {
    replica.tell(
        "begins from a snapshot of %d, start %d",
        spooledFrom.snapshotPosition(), spooledFrom.start());
    SimStore old = replica.store();
    List<ByteBuffer> parts = List.copyOf(spooled);
    CopyStart from = spooledFrom;
    spooled.clear();
    move(() -> keeper.restore(old, from, parts));
  }

  private void move(Supplier<SimStore> how) {
    replica.moves();
    replica
        .pace()
        .afterTrue(
            world.chance().skewed(100 * Timeline.MICRO, SLOWEST_NANOS), () -> replica.moved(how));
  }

  @Override
  public void beginSpool(long start, SnapshotAt snapshot) {
    spooled.clear();
    spooledBytes = 0;
    spooledFrom = new CopyStart(start, snapshot.position(), snapshot.bytes());
  }

  @Override
  public String spool(ByteBuffer bytes) {
    spooledBytes += bytes.remaining();
    Violation.unless(
        spooledBytes <= spooledFrom.snapshotBytes(), "a snapshot is longer than was said");
    spooled.add(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
    return "";
  }

  @Override
  public void wantTakeOver(long epoch) {}

  @Override
  public void takeOver() {
    throw new Violation("no store is shared");
  }
}
