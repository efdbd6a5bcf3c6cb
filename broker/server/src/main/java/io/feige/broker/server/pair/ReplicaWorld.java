package io.feige.broker.server.pair;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.core.replica.ReplicaNote;
import io.feige.broker.core.replica.ReplicaPort;
import io.feige.broker.server.journal.CopyResult;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.journal.JournalException;
import io.feige.broker.server.journal.StoredSnapshot;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.LogId;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.LinkMessage;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the replica machine decides over: the store with its journal and state, the clients, the
 * other member. While the store is being cut or begun anew, another thread has it, and what is told
 * of the journal is how it was before. On the pair's loop, where nothing else is said.
 */
final class ReplicaWorld implements ReplicaPort {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaWorld.class);

  /** Room that an EPOCH record surely fits. */
  private static final long ROOM_FOR_EPOCH = 4_096;

  private static final int RETRY_MILLIS = 50;

  /** What the world wants of the loop. */
  interface Back extends ReadingBack.Back {
    /** Something was appended: to be written at the end of the burst. */
    void drainSoon();

    /** A store's disk holds more than before; told on another thread. */
    void durable(Store store);

    /** Hands an event to the replica machine. */
    void decide(ReplicaEvent event);

    /** The store cannot be used any more; any thread. */
    void failed(RuntimeException cause);
  }

  /** A store with those who work on it for clients and for the disk. */
  private record Opened(Store store, Serving serving, Housekeeping housekeeping) {
    Journal journal() {
      return store.journal();
    }

    PartitionMachine machine() {
      return store.machine();
    }
  }

  private final PairSetup setup;
  private final Sessions sessions;
  private final Back back;
  private final StoreMoves moves;
  private final SnapshotSpool spool;
  private final RowStore rows;
  private final @Nullable SharedStore shared;
  private final RowDuty duty;
  private PairLinks links = PairLinks.NONE;
  private Runnable reporter = () -> {};
  private @Nullable ReplicaMachine replica;
  private volatile Opened now;
  private @Nullable StoredSnapshot sending;
  private boolean isMoving;
  private boolean isClosing;

  /**
   * A world with its journal open and replayed; not on the loop.
   *
   * @throws JournalException if the journal cannot be used
   */
  ReplicaWorld(PairSetup setup, Sessions sessions, Back back) {
    this.setup = setup;
    this.sessions = sessions;
    this.back = back;
    this.spool = new SnapshotSpool(setup.journalDir().resolveSibling("snapshot.spool"));
    this.moves = new StoreMoves(setup, new StoreEvents());
    this.rows = new RowStore(setup, new RowFeed(this, back));
    this.shared = SharedStore.of(setup, rows, moves, this, back);
    this.duty = new RowDuty(rows, shared);
    this.now = attach(moves.open());
  }

  static Refusal noRow(String why) {
    return Refusal.of(
        ErrorCode.OUTCOME_UNKNOWN, "it is in the journal, but not known to be STORED: " + why);
  }

  private final class StoreEvents implements Store.Listener {
    @Override
    public void durable(Store store, long position) {
      back.durable(store);
    }

    @Override
    public void failed(Store store, JournalException cause) {
      back.failed(cause);
    }
  }

  private Opened attach(Store store) {
    return new Opened(
        store,
        new Serving(setup, store, rows, sessions, back),
        new Housekeeping(setup, store, new Needs()));
  }

  void linkBy(PairLinks way) {
    links = shared == null ? way : shared;
  }

  /** Who the other member of the pair is; empty: there is none. */
  void otherIs(String node) {
    if (shared != null) {
      shared.link().standsFor(node);
    }
  }

  void reportBy(Runnable way) {
    reporter = way;
  }

  /** Whose decisions it carries out; before anything else. */
  void serve(ReplicaMachine machine) {
    replica = machine;
  }

  private final class Needs implements PeerNeeds {
    @Override
    public long keepFrom() {
      boolean isFull = !room().noRoomBecause().isEmpty();
      return replica == null ? 0 : Math.min(replica.keepFrom(), rows.keepFrom(isFull));
    }

    @Override
    public String keeps() {
      return rows.keeps();
    }

    @Override
    public long confirmed() {
      return replica == null ? 0 : replica.commit();
    }
  }

  /** Starts the store's threads. */
  void begin() {
    now.store().start();
    rows.begin();
  }

  RowStore rows() {
    return rows;
  }

  Serving serving() {
    return now.serving();
  }

  PartitionMachine machine() {
    return now.machine();
  }

  /** Up to where rows may be made of the journal. Any thread. */
  long storable() {
    return duty.storable();
  }

  /** What is left of the disk. Any thread. */
  Room room() {
    return now.housekeeping().room();
  }

  /** Whether it is this store that is open. */
  boolean isOpen(Store store) {
    return !isMoving && now.store().equals(store);
  }

  /** Whether another thread has the store. */
  boolean isMoving() {
    return isMoving;
  }

  /** Whether the store is being closed for good, by another thread. */
  boolean isClosing() {
    return isClosing;
  }

  /** Whether something was appended that {@link #write} has yet to write. */
  boolean hasUnwritten() {
    return !isMoving && now.journal().written() < now.journal().end();
  }

  /** Writes what was appended. */
  void write() {
    if (!isMoving && !isClosing) {
      now.journal().write();
      now.serving().written();
      now.housekeeping().appended();
    }
  }

  /** Wakes who has something to do after a write. */
  void wakeThreads() {
    if (!isMoving) {
      now.store().written();
    }
  }

  /** The disk holds more than before. */
  void durableMoved() {
    long durable = now.journal().durable();
    now.serving().durable(durable);
    now.housekeeping().durable(durable);
    duty.durable(durable);
  }

  /** Everything below the position has its rows. */
  void stored(long position) {
    now.serving().stored(position);
    duty.stored(position);
  }

  Event.@Nullable DiskRoom keepHouse(Now at) {
    return isMoving ? null : now.housekeeping().turn(at);
  }

  /** What is to be copied forward so that the journal's oldest segment may go; null: nothing. */
  Event.@Nullable Carry carry(Now at) {
    return isMoving || isClosing ? null : now.housekeeping().carry(at);
  }

  /** Whether nobody waits for anything, and the disk has what is written. */
  boolean isSettled() {
    boolean isSafe = now.journal().durable() >= now.journal().end();
    return !isMoving && isSafe && !now.serving().hasHeld();
  }

  /** Closes for good, on a thread of its own. */
  void close(boolean isWell, CompletableFuture<Void> closed) {
    if (!isClosing) {
      isClosing = true;
      closeSending();
      rows.close();
      now.serving().giveUpRows(noRow("the node stops"));
      moves.close(now.store(), isWell, closed);
    }
  }

  @Override
  public long redelivered() {
    return now.machine().redelivered();
  }

  @Override
  public StoreLag storeLag() {
    return rows.lag();
  }

  @Override
  public long start() {
    return now.journal().start();
  }

  @Override
  public long end() {
    return now.journal().end();
  }

  @Override
  public long written() {
    return now.journal().written();
  }

  @Override
  public long durable() {
    return now.journal().durable();
  }

  @Override
  public List<EpochStart> history() {
    return now.machine().state().epochs();
  }

  @Override
  public ByteBuffer frames(long position, int maxBytes) {
    return now.journal().framesAt(position, maxBytes);
  }

  @Override
  public String copy(ByteBuffer frames) {
    Opened to = now;
    CopyResult result = to.journal().appendCopied(frames, to.machine()::replay);
    back.drainSoon();
    return result.cause();
  }

  @Override
  public void cut(long position, long epoch) {
    PartitionMachine machine = now.machine();
    move(store -> moves.cut(store, machine, position, epoch));
  }

  @Override
  public void wipe(long agreed, long epoch) {
    PartitionMachine machine = now.machine();
    move(store -> moves.wipe(store, machine, agreed, epoch));
  }

  @Override
  public void restoreSpooled() {
    move(store -> moves.restore(store, spool));
  }

  /** Gives the store to another thread, and takes what comes back. */
  private void move(StoreMoves.Move how) {
    Store old = now.store();
    isMoving = true;
    closeSending();
    moves.start(
        () -> how.move(old),
        moved ->
            back.onLoop(() -> {
              now = attach(moved);
              isMoving = false;
              moved.start();
              back.decide(new ReplicaEvent.JournalReady());
            }),
        back::failed);
  }

  @Override
  public void takeOver(long epoch) {
    SharedStore from = Objects.requireNonNull(shared, "no store is shared");
    from.takeOver().want(epoch);
    if (isMoving || epoch == 0) {
      return;
    }
    Store old = now.store();
    PartitionMachine machine = now.machine();
    isMoving = true;
    moves.start(
        () -> from.takeOver().run(old, machine),
        taken -> back.onLoop(() -> tookOver(old, taken, from.takeOver().outcome())),
        back::failed);
  }

  private void tookOver(Store old, Store taken, ReplicaEvent outcome) {
    if (!taken.equals(old)) {
      now = attach(taken);
      taken.start();
    }
    isMoving = false;
    back.decide(outcome);
  }

  /** Ends what would otherwise wait for the database. */
  void stopWaiting() {
    if (shared != null) {
      shared.takeOver().want(0);
    }
  }

  @Override
  public long sharedEnd() {
    return rows.seen();
  }

  @Override
  public boolean isWhole() {
    return !now.journal().isJoining();
  }

  @Override
  public @Nullable SnapshotAt openSnapshot() {
    closeSending();
    StoredSnapshot opened = now.journal().openSnapshot();
    sending = opened;
    if (opened == null) {
      now.housekeeping().takeSnapshot();
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
    spool.begin(start, snapshot);
  }

  @Override
  public String spool(ByteBuffer bytes) {
    return spool.take(bytes);
  }

  @Override
  public boolean activate(long epoch) {
    Opened serving = now;
    if (!serving.journal().reserve(ROOM_FOR_EPOCH)) {
      return false;
    }
    Now at = new Now(System.nanoTime(), System.currentTimeMillis());
    serving.serving().decide(new Event.Activated(epoch, setup.nodeId(), setup.bootId()), at);
    String noRoom = room().noRoomBecause();
    if (!noRoom.isEmpty()) {
      serving.serving().decide(new Event.DiskRoom(false, noRoom), at);
    }
    serving.serving().activated();
    duty.activated(epoch, serving.journal().end());
    back.drainSoon();
    return true;
  }

  @Override
  public void retire(String activeNode) {
    duty.retired();
    String words = setup.nodeId() + " is not active any more";
    now.serving()
        .retire(
            Refusal.of(ErrorCode.OUTCOME_UNKNOWN, words + "; this may be stored or not"),
            new Refusal(ErrorCode.NOT_ACTIVE, words, "", RETRY_MILLIS));
  }

  @Override
  public void commit(long position) {
    duty.confirmed(position);
    now.serving().commit(position);
    durableMoved();
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
    reporter.run();
  }

  @Override
  public void note(ReplicaNote note, String words) {
    LogId id =
        switch (note) {
          case ROLE -> LogId.ROLE_CHANGED;
          case JOINED, LINK -> LogId.LINK_CHANGED;
          case ASKED -> LogId.ASKED_ADMIN;
          case LEASE -> LogId.LEASE_CHANGED;
          case FENCED -> LogId.OLD_EPOCH_REFUSED;
        };
    LOG.info("{} {} {}", id, setup.pair(), words);
  }
}
