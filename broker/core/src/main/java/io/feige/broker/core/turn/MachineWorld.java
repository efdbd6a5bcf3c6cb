package io.feige.broker.core.turn;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.core.replica.ReplicaNote;
import io.feige.broker.core.replica.ReplicaPort;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.LinkMessage;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the replica machine decides over: the store with its journal and state, the clients, the
 * other member. While the store is being cut or begun anew, it is not touched, and what is told of
 * the journal is how it was before.
 */
final class MachineWorld implements ReplicaPort {
  /** Room that an EPOCH record surely fits. */
  private static final long ROOM_FOR_EPOCH = 4_096;

  /** A store with those who work on it for clients and for the disk. */
  private record Opened(TurnStore store, ServedRequests serving, Housekeeping housekeeping) {}

  private final TurnSettings settings;
  private final TurnPorts ports;
  private final ReplicaMachine replica;
  private final Refusals refusals;
  private PairLinks links = PairLinks.NONE;
  private Opened now;
  private boolean isMoving;
  private boolean isClosing;
  private boolean drainIsScheduled;

  MachineWorld(TurnSettings settings, TurnPorts ports, TurnStore store, ReplicaMachine replica) {
    this.settings = settings;
    this.ports = ports;
    this.replica = replica;
    this.refusals = new Refusals(settings.pair(), settings.self().node(), replica);
    this.now = opened(store);
  }

  private Opened opened(TurnStore store) {
    return new Opened(
        store,
        new ServedRequests(store, ports, settings),
        new Housekeeping(settings, ports, store, replica));
  }

  void linkBy(PairLinks way) {
    links = way;
  }

  Refusals refusals() {
    return refusals;
  }

  TurnStore store() {
    return now.store();
  }

  ServedRequests serving() {
    return now.serving();
  }

  Housekeeping housekeeping() {
    return now.housekeeping();
  }

  /** Whether the store is being put right, beside the turn. */
  boolean isMoving() {
    return isMoving;
  }

  /** Whether the store is being closed for good, beside the turn. */
  boolean isClosing() {
    return isClosing;
  }

  /** Whether it is this store that is open. */
  boolean isOpen(TurnStore store) {
    return !isMoving && !isClosing && now.store().equals(store);
  }

  /** Once per burst: behind everything that was readable. */
  void drainSoon() {
    if (!drainIsScheduled) {
      drainIsScheduled = true;
      ports.loop().drainSoon();
    }
  }

  /** Writes what was appended, if the journal can be used. */
  void write(boolean isWell) {
    if (isWell && !isMoving && !isClosing) {
      now.store().write();
      now.serving().written();
      now.housekeeping().appended();
    }
  }

  /** A burst of large batches takes no more memory than a part of it. */
  void writeEarly() {
    write(true);
    release();
  }

  /** The burst is over. */
  void drained() {
    drainIsScheduled = false;
    release();
  }

  /** Nothing of what has come is needed any more. */
  private void release() {
    now.serving().giveBack();
    if (!isMoving) {
      now.store().wake();
    }
  }

  /** Whether something was appended that {@link #write} has yet to write. */
  boolean hasUnwritten() {
    return !isMoving && now.store().written() < now.store().end();
  }

  /** The disk holds more than before. */
  void durableMoved() {
    long durable = now.store().durable();
    now.serving().durable(durable);
    now.housekeeping().durable(durable);
    ports.rows().durable(durable);
  }

  /** Whether nobody waits for anything, and the disk has what is appended. */
  boolean isSettled() {
    boolean isSafe = now.store().durable() >= now.store().end();
    return !isMoving && isSafe && !now.serving().hasHeld();
  }

  /** Ends all use of the store; true: just now. */
  boolean close() {
    if (isClosing) {
      return false;
    }
    isClosing = true;
    now.store().closeSnapshot();
    return true;
  }

  /** The store is put right, and maybe another one. */
  void moved(TurnStore to) {
    if (!now.store().equals(to)) {
      now = opened(to);
      to.begin();
    }
    isMoving = false;
  }

  private void beginMove() {
    isMoving = true;
    now.store().closeSnapshot();
  }

  @Override
  public void cut(long position, long epoch) {
    beginMove();
    ports.moves().cut(position, epoch);
  }

  @Override
  public void wipe(long agreed, long epoch) {
    beginMove();
    ports.moves().wipe(agreed, epoch);
  }

  @Override
  public void beginSpool(long start, SnapshotAt snapshot) {
    ports.moves().beginSpool(start, snapshot);
  }

  @Override
  public String spool(ByteBuffer bytes) {
    return ports.moves().spool(bytes);
  }

  @Override
  public void restoreSpooled() {
    beginMove();
    ports.moves().restoreSpooled();
  }

  @Override
  public void takeOver(long epoch) {
    ports.moves().wantTakeOver(epoch);
    if (!isMoving && epoch != 0) {
      isMoving = true;
      ports.moves().takeOver();
    }
  }

  @Override
  public long start() {
    return now.store().start();
  }

  @Override
  public long end() {
    return now.store().end();
  }

  @Override
  public long written() {
    return now.store().written();
  }

  @Override
  public long durable() {
    return now.store().durable();
  }

  @Override
  public List<EpochStart> history() {
    return now.store().machine().state().epochs();
  }

  @Override
  public boolean isWhole() {
    return !now.store().isJoining();
  }

  @Override
  public ByteBuffer frames(long position, int maxBytes) {
    return now.store().frames(position, maxBytes);
  }

  @Override
  public @Nullable Damaged damaged() {
    return now.store().damaged();
  }

  @Override
  public void mend(long position, ByteBuffer frames) {
    now.store().mend(position, frames);
  }

  @Override
  public void mendLater(Damaged damaged) {
    now.store().mendLater(damaged);
  }

  @Override
  public @Nullable ByteBuffer soundFrames(long position, int maxBytes) {
    return now.store().soundFrames(position, maxBytes);
  }

  @Override
  public String copy(ByteBuffer frames) {
    String problem = now.store().copy(frames);
    drainSoon();
    return problem;
  }

  @Override
  public @Nullable SnapshotAt openSnapshot() {
    SnapshotAt opened = now.store().openSnapshot();
    if (opened == null) {
      now.housekeeping().takeSnapshot();
    }
    return opened;
  }

  @Override
  public ByteBuffer snapshotPart(long at, int maxBytes) {
    return now.store().snapshotPart(at, maxBytes);
  }

  @Override
  public boolean activate(long epoch) {
    if (!now.store().reserve(ROOM_FOR_EPOCH)) {
      return false;
    }
    Now at = ports.loop().now();
    ServedRequests serving = now.serving();
    serving.decide(new Event.Activated(epoch, settings.self().node(), settings.self().boot()), at);
    String noRoom = now.housekeeping().noRoomBecause();
    if (!noRoom.isEmpty()) {
      serving.decide(new Event.DiskRoom(false, noRoom), at);
    }
    serving.activated();
    ports.rows().activated(epoch, now.store().end());
    drainSoon();
    return true;
  }

  @Override
  public void retire(String activeNode) {
    ports.rows().retired();
    now.serving().retire(refusals.unknownElsewhere(), refusals.elsewhere(activeNode));
  }

  @Override
  public void commit(long position) {
    now.serving().commit(position);
    now.housekeeping().sweepIfSafe();
  }

  @Override
  public void leavePublishesUnknown() {
    now.serving().giveUpPublishes(refusals.unknownAlone());
  }

  @Override
  public long redelivered() {
    return now.store().machine().redelivered();
  }

  @Override
  public StoreLag storeLag() {
    return ports.rows().lag();
  }

  @Override
  public long sharedEnd() {
    return ports.rows().sharedEnd();
  }

  @Override
  public void dial() {
    links.dial();
  }

  @Override
  public void hangUp(long session, String why) {
    links.hangUp(session, why);
  }

  @Override
  public boolean canSend(long session) {
    return links.canSend(session);
  }

  @Override
  public void send(long session, LinkMessage message) {
    links.send(session, message);
  }

  @Override
  public void report() {
    ports.loop().report();
  }

  @Override
  public void note(ReplicaNote note, String words) {
    ports.watch().note(note, words);
  }
}
