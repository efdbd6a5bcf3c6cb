package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.replica.ReplicaNote;
import io.feige.broker.core.replica.ReplicaPort;
import io.feige.broker.server.journal.CopyResult;
import io.feige.broker.server.journal.CopyStart;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.StoredSnapshot;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.LinkMessage;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the replica machine of a simulated node decides over. While the store is being cut or begun
 * anew, what is told of the journal is how it was before.
 */
final class ReplicaWorld implements ReplicaPort {
  private static final int ROOM_FOR_EPOCH = 4_096;
  private static final long SLOWEST_MOVE_NANOS = 30 * Timeline.MILLI;

  private final SimReplica replica;
  private final Store.Keeper keeper;
  private final PairLinks links;
  private final PairChecker checker;
  private final World world;
  private final List<ByteBuffer> spooled = new ArrayList<>();
  private Store store;
  private PairSink sink;
  private PairHousekeeping housekeeping;
  private @Nullable StoredSnapshot sending;
  private CopyStart spooledFrom = new CopyStart(1, 1, 64);
  private long spooledBytes;
  private boolean isMoving;
  private long effects;

  ReplicaWorld(
      SimReplica replica, Store.Keeper keeper, PairLinks links, PairChecker checker, World world) {
    this.replica = replica;
    this.keeper = keeper;
    this.links = links;
    this.checker = checker;
    this.world = world;
    this.store = keeper.open();
    this.sink = sinkOf(store);
    this.housekeeping = housekeepingOf(store);
  }

  private PairSink sinkOf(Store of) {
    int longest = replica.setup().journal().maxFrameBytes();
    return new PairSink(of.journal(), longest, checker, replica);
  }

  private PairHousekeeping housekeepingOf(Store of) {
    return new PairHousekeeping(replica.setup(), of, replica::keepFrom, replica::commit);
  }

  Store store() {
    return store;
  }

  PairSink sink() {
    return sink;
  }

  PairHousekeeping housekeeping() {
    return housekeeping;
  }

  /** Whether the journal is being put right. */
  boolean isMoving() {
    return isMoving;
  }

  /** Counts what decisions bring about, so that one that does nothing for ever is noticed. */
  long effects() {
    return effects;
  }

  private Journal journal() {
    return store.journal();
  }

  @Override
  public long start() {
    return journal().start();
  }

  @Override
  public long end() {
    return journal().end();
  }

  @Override
  public long written() {
    return journal().written();
  }

  @Override
  public long durable() {
    return journal().durable();
  }

  @Override
  public List<EpochStart> history() {
    return store.machine().state().epochs();
  }

  @Override
  public ByteBuffer frames(long position, int maxBytes) {
    return journal().framesAt(position, maxBytes);
  }

  @Override
  public String copy(ByteBuffer frames) {
    effects++;
    replica.requireNoOldEpoch("copies");
    CopyResult result = journal().appendCopied(frames, store.machine()::replay);
    replica.drainSoon();
    return result.cause();
  }

  @Override
  public void cut(long position, long epoch) {
    replica.tell("cuts its journal at %d of %d", position, end());
    Store old = store;
    move(() -> keeper.cut(old, position, epoch));
  }

  @Override
  public void wipe(long agreed, long epoch) {
    replica.tell("wipes its journal, agreed was %d of %d", agreed, end());
    Store old = store;
    move(() -> keeper.wipe(old, agreed, epoch));
  }

  @Override
  public void restoreSpooled() {
    replica.tell(
        "begins from a snapshot of %d, start %d",
        spooledFrom.snapshotPosition(), spooledFrom.start());
    Store old = store;
    List<ByteBuffer> parts = List.copyOf(spooled);
    CopyStart from = spooledFrom;
    spooled.clear();
    move(() -> keeper.restore(old, from, parts));
  }

  private void move(Supplier<Store> how) {
    effects++;
    isMoving = true;
    closeSending();
    checker.opened(replica);
    replica.afterTrue(
        world.chance().skewed(100 * Timeline.MICRO, SLOWEST_MOVE_NANOS),
        () -> {
          store = how.get();
          sink = sinkOf(store);
          housekeeping = housekeepingOf(store);
          isMoving = false;
          replica.journalReady();
        });
  }

  @Override
  public boolean isWhole() {
    return !journal().isJoining();
  }

  @Override
  public @Nullable SnapshotAt openSnapshot() {
    closeSending();
    StoredSnapshot opened = journal().openSnapshot();
    sending = opened;
    if (opened == null) {
      housekeeping.takeSnapshot();
      return null;
    }
    return new SnapshotAt(opened.position(), opened.bytes());
  }

  @Override
  public ByteBuffer snapshotPart(long at, int maxBytes) {
    return Objects.requireNonNull(sending, "no snapshot is open").part(at, maxBytes);
  }

  private void closeSending() {
    StoredSnapshot opened = sending;
    sending = null;
    if (opened != null) {
      opened.close();
    }
  }

  @Override
  public void beginSpool(long start, SnapshotAt snapshot) {
    effects++;
    spooled.clear();
    spooledBytes = 0;
    spooledFrom = new CopyStart(start, snapshot.position(), snapshot.bytes());
  }

  @Override
  public String spool(ByteBuffer bytes) {
    effects++;
    spooledBytes += bytes.remaining();
    Violation.unless(
        spooledBytes <= spooledFrom.snapshotBytes(), "a snapshot is longer than was said");
    spooled.add(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
    return "";
  }

  @Override
  public boolean activate(long epoch) {
    if (!journal().reserve(ROOM_FOR_EPOCH)) {
      return false;
    }
    effects++;
    replica.tell("begins epoch %d at %d", epoch, end());
    replica.decide(new Event.Activated(epoch, replica.self().node(), replica.self().boot()));
    if (!housekeeping.noRoomBecause().isEmpty()) {
      replica.decide(new Event.DiskRoom(false, housekeeping.noRoomBecause()));
    }
    replica.activated();
    replica.drainSoon();
    return true;
  }

  @Override
  public void retire(String activeNode) {
    effects++;
    replica.tell("retires", 0, 0);
    sink.giveUpHeld(Refusal.of(ErrorCode.OUTCOME_UNKNOWN, "this may be stored or not"));
    if (store.machine().isActive()) {
      Refusal elsewhere =
          new Refusal(ErrorCode.NOT_ACTIVE, "another one is active", activeNode, 50);
      store.machine().retire().forEach(ticket -> sink.refuse(ticket, elsewhere));
    }
  }

  @Override
  public void commit(long position) {
    effects++;
    replica.confirmed(position);
  }

  @Override
  public void leavePublishesUnknown() {
    throw new IllegalStateException("this pair confirms alone");
  }

  @Override
  public long redelivered() {
    return store.machine().redelivered();
  }

  @Override
  public void dial() {
    effects++;
    links.dial();
  }

  @Override
  public void hangUp(long session, String why) {
    effects++;
    replica.tell("hangs up link %d: " + why, session, 0);
    links.hangUp(session);
  }

  @Override
  public boolean canSend(long session) {
    return links.canSend(session);
  }

  @Override
  public void send(long session, LinkMessage message) {
    effects++;
    replica.requireNoOldEpoch("answers");
    links.send(session, message);
  }

  @Override
  public void report() {
    effects++;
    replica.reportSoon();
  }

  @Override
  public void note(ReplicaNote note, String words) {
    replica.tell(words.replace("%", "%%"), 0, 0);
  }
}
