package io.feige.broker.server.pair;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.turn.Moves;
import io.feige.broker.core.turn.PairLinks;
import io.feige.broker.core.turn.PairTurn;
import io.feige.broker.core.turn.Rows;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.pair.clients.NodeClients;
import io.feige.broker.server.pair.clients.ReadingBack;
import io.feige.broker.server.pair.rows.RowStore;
import io.feige.broker.server.pair.store.SnapshotSpool;
import io.feige.broker.server.pair.store.Store;
import io.feige.broker.server.pair.store.StoreMoves;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.link.EpochStart;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a replica's turn works on in a node: the store there is, and the rows that are made of it.
 * While the store is being cut or begun anew, another thread has it. On the pair's loop, where
 * nothing else is said.
 */
final class ReplicaWorld implements Moves {
  /** What the world wants of the loop. */
  interface Back extends ReadingBack.Back {
    /** A store's disk holds more than before; told on another thread. */
    void durable(Store store);

    /** Hands an event to the replica machine. */
    void decide(ReplicaEvent event);

    /** The store cannot be used any more; any thread. */
    void failed(RuntimeException cause);
  }

  private final Back back;
  private final NodeClients clients;
  private final StoreMoves moves;
  private final SnapshotSpool spool;
  private final RowStore rows;
  private final @Nullable SharedStore shared;
  private final RowDuty duty;
  private @Nullable PairTurn turn;
  private volatile Store store;

  /**
   * A world with its journal open and replayed; not on the loop.
   *
   * @throws JournalException if the journal cannot be used
   */
  ReplicaWorld(PairSetup setup, NodeClients clients, Back back) {
    this.back = back;
    this.clients = clients;
    this.spool = new SnapshotSpool(setup.journalDir().resolveSibling("snapshot.spool"));
    this.moves = new StoreMoves(setup, new StoreEvents());
    this.rows = new RowStore(setup, new RowFeed(this, back));
    this.shared = SharedStore.of(setup, rows, moves, this, back);
    this.duty = new RowDuty(rows, shared, clients);
    this.store = moves.open();
    clients.answerFrom(store, rows);
  }

  private final class StoreEvents implements Store.Listener {
    @Override
    public void durable(Store of, long position) {
      back.durable(of);
    }

    @Override
    public void fetched(int partition) {
      back.fetched(partition);
    }

    @Override
    public void atHand(Store of) {
      turn().atHand(of);
    }

    @Override
    public void onLoop(Runnable task) {
      back.onLoop(task);
    }

    @Override
    public void failed(Store of, RuntimeException cause) {
      back.failed(cause);
    }
  }

  /** Whose store it is; before anything else. */
  void serve(PairTurn of) {
    turn = of;
    if (shared != null) {
      of.linkBy(shared);
    }
  }

  private PairTurn turn() {
    return Objects.requireNonNull(turn, "nobody has a turn yet");
  }

  /** How the other member is reached; where a store is shared, it is not. */
  void linkBy(PairLinks way) {
    if (shared == null) {
      turn().linkBy(way);
    }
  }

  /** Who the other member of the pair is; empty: there is none. */
  void otherIs(String node) {
    if (shared != null) {
      shared.link().standsFor(node);
    }
  }

  /** Starts what works beside the turn. */
  void begin() {
    turn().begin();
    rows.begin();
  }

  /** The store there is. Any thread. */
  Store store() {
    return store;
  }

  /** How many bytes the journal holds of a topic, where that is for this replica to say. */
  long storedBytes(String topic) {
    PartitionMachine machine = machine();
    PartitionState state = machine.isActive() ? machine.state().topic(topic) : null;
    return state == null ? 0 : store.log().bytes(state.id());
  }

  PartitionMachine machine() {
    return store.machine();
  }

  List<EpochStart> history() {
    return machine().state().epochs();
  }

  RowStore rows() {
    return rows;
  }

  Rows duty() {
    return duty;
  }

  /** Up to where rows may be made of the journal. Any thread. */
  long storable() {
    return duty.storable();
  }

  /** Whether no other thread has the store. */
  boolean isOpen() {
    return turn().isOpen();
  }

  /** Everything below the position has its rows. */
  void stored(long position) {
    turn().stored(position);
    duty.stored(position);
  }

  /** Nobody can wait for rows any more. */
  void giveUpRows(String why) {
    turn()
        .giveUpRows(
            Refusal.of(
                ErrorCode.OUTCOME_UNKNOWN,
                "it is in the journal, but not known to be STORED: " + why));
  }

  /** Closes for good, on a thread of its own. */
  void close(boolean isWell, CompletableFuture<Void> closed) {
    rows.close();
    giveUpRows("the node stops");
    moves.close(store, isWell, closed);
  }

  @Override
  public void cut(long position, long epoch) {
    PartitionMachine machine = machine();
    move(old -> moves.cut(old, machine, position, epoch));
  }

  @Override
  public void wipe(long agreed, long epoch) {
    PartitionMachine machine = machine();
    move(old -> moves.wipe(old, machine, agreed, epoch));
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
  public void restoreSpooled() {
    move(old -> moves.restore(old, spool));
  }

  /** Gives the store to another thread, and takes what comes back. */
  private void move(StoreMoves.Move how) {
    Store old = store;
    moves.start(
        () -> how.move(old),
        moved ->
            back.onLoop(() -> {
              open(moved);
              turn().moved(moved);
            }),
        back::failed);
  }

  private void open(Store next) {
    if (!next.equals(store)) {
      store = next;
      clients.answerFrom(next, rows);
    }
  }

  @Override
  public void wantTakeOver(long epoch) {
    if (shared != null) {
      shared.takeOver().want(epoch);
    }
  }

  @Override
  public void takeOver() {
    TakeOver way = Objects.requireNonNull(shared, "no store is shared").takeOver();
    Store old = store;
    PartitionMachine machine = machine();
    moves.start(
        () -> way.run(old, machine),
        taken ->
            back.onLoop(() -> {
              open(taken);
              turn().tookOver(taken, way.outcome());
            }),
        back::failed);
  }
}
