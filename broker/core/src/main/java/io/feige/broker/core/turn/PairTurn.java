package io.feige.broker.core.turn;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.model.NodeRole;
import org.jspecify.annotations.Nullable;

/**
 * The order of things in a replica. A burst of requests, or of what the active sent, is decided one
 * by one as it comes; then everything that was appended goes to the journal in one write, what
 * makes it durable is woken, and the other member gets its copy. When it is confirmed, the answers
 * that waited for it leave.
 *
 * <p>{@link ReplicaMachine} says whether this replica serves. What is asked while it is active and
 * must not serve at this moment waits in {@link WaitingRequests}; what is asked of another role is
 * refused, with the node to go to.
 *
 * <p>It has no thread, clock, file or connection: whoever owns it calls it, one call at a time, and
 * lends it those as {@link TurnPorts}. A node does so on the pair's loop, the simulation in
 * simulated time.
 */
public final class PairTurn {
  private final TurnPorts ports;
  private final TurnLoop loop;
  private final ReplicaMachine replica;
  private final MachineWorld world;
  private final WaitingRequests waiting;
  private String failure = "";
  private boolean isStopping;
  private boolean isServing;

  /** A replica that does nothing before it is told what is decided about its pair. */
  public PairTurn(TurnSettings settings, TurnPorts ports, TurnStore store) {
    this.ports = ports;
    this.loop = ports.loop();
    this.replica =
        new ReplicaMachine(
            settings.pair(),
            settings.self(),
            settings.deathMark(),
            settings.replica(),
            loop.nanos());
    this.world = new MachineWorld(settings, ports, store, replica);
    this.waiting = new WaitingRequests(ports.clients());
  }

  /** How it reaches the other member; before {@link #begin}. */
  public void linkBy(PairLinks links) {
    world.linkBy(links);
  }

  /** Where the other member takes clients, host:port; empty: not known. */
  public void otherServesAt(String clients) {
    world.refusals().otherServesAt(clients);
  }

  /** What works beside the turn begins. */
  public void begin() {
    world.store().begin();
  }

  /** Its role, epoch and commit. */
  public ReplicaMachine replica() {
    return replica;
  }

  /** The store there is. */
  public TurnStore store() {
    return world.store();
  }

  private PartitionMachine machine() {
    return world.store().machine();
  }

  /** Whether the store can be used, and is not being put right or closed. */
  public boolean isOpen() {
    return !world.isMoving() && !world.isClosing();
  }

  /** Whether it has neither failed nor begun to stop. */
  public boolean isWell() {
    return failure.isEmpty() && !isStopping;
  }

  /** Whether clients may be served at this moment. */
  public boolean mayServe() {
    return mayServe(loop.nanos());
  }

  private boolean mayServe(long nanos) {
    return isWell() && replica.mayServe(nanos);
  }

  /** How the replica is. */
  public ReplicaReport report() {
    return replica.report(loop.nanos(), world);
  }

  /**
   * A client asks.
   *
   * @param request {@link Event.Ask} or {@link Event.Publish}
   * @param lent what the request's bytes lie in; given back when they are not needed any more
   */
  public void take(Ticket ticket, Event request, @Nullable HoldsBuffers lent) {
    Now now = loop.now();
    if (!isWell()) {
      refuse(ticket, Refusals.notServing(failure), lent);
    } else if (replica.mayServe(now.nanos())) {
      serve(ticket, request, lent, now);
    } else if (!replica.isWaiting(now.nanos())) {
      refuse(ticket, world.refusals().notActive(), lent);
    } else if (!waiting.add(ticket, request, lent)) {
      refuse(ticket, Refusals.tooManyWait(), lent);
    }
  }

  private void refuse(Ticket ticket, Answer refusal, @Nullable HoldsBuffers lent) {
    if (lent != null) {
      lent.releaseBuffers();
    }
    ports.clients().answer(ticket, refusal, 0);
  }

  private void serve(Ticket ticket, Event request, @Nullable HoldsBuffers lent, Now now) {
    if (request instanceof Event.Publish && !replica.mayPublish()) {
      refuse(ticket, world.refusals().publishElsewhere(now.nanos()), lent);
      return;
    }
    try {
      world.serving().take(request, lent, now);
      loop.wakePartitionsBy(machine().nextWakeNanos(now));
      if (world.serving().lendsMuch()) {
        world.writeEarly();
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    world.drainSoon();
  }

  /** A client has gone. */
  public void closed(long session) {
    waiting.forget(session);
    if (failure.isEmpty() && machine().isActive()) {
      decide(new Event.SessionClosed(session), loop.now());
    }
  }

  /** Something of the pair: what Admin says, what the other member sends. */
  public void decide(ReplicaEvent event) {
    // What still arrives must not move a journal and a state that are being closed.
    if (!failure.isEmpty() || world.isClosing()) {
      return;
    }
    try {
      replica.decide(event, loop.nanos(), world);
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    world.serving().learn(replica.commit());
    followRole();
  }

  /** Does for clients what the replica's last decision means for them. */
  private void followRole() {
    Now now = loop.now();
    boolean serves = mayServe(now.nanos());
    tellServing(serves);
    if (serves) {
      show(now);
      if (!waiting.isEmpty()) {
        decide(new Event.TimePassed(), now);
        waiting.takeAll(this::take);
      }
    } else if (!waiting.isEmpty() && (isStopping || !replica.isWaiting(now.nanos()))) {
      waiting.takeAll(this::take);
    }
    ports.watch().takesNone(world.refusals().takesNoneBecause());
    world.store().mayRest(isWell() && isCopying());
    relax();
    loop.wakeReplicaBy(failure.isEmpty() ? replica.nextWakeNanos(now.nanos()) : Long.MAX_VALUE);
    if (isStopping && isSettled()) {
      finishStop();
    }
  }

  /** What a copy is confirmed by is that it is written, see {@link ReplicaMachine}. */
  private boolean isCopying() {
    return replica.role() == NodeRole.STANDBY || replica.role() == NodeRole.JOINING;
  }

  private void tellServing(boolean serves) {
    if (serves != isServing) {
      isServing = serves;
      ports.watch().serves(serves);
      loop.report();
    }
  }

  private void show(Now now) {
    long end = world.end();
    try {
      world.serving().show(now);
      loop.wakePartitionsBy(machine().nextWakeNanos(now));
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    // A delivery writes ahead that it may happen; there may be no request that would see to it.
    // What a full disk had no room for is left to the housekeeping: at once it would be in vain.
    if (world.end() > end) {
      world.drainSoon();
    }
  }

  /**
   * A journal that failed, or a fault that left a decision half done, ends the replica's service:
   * it could no longer promise anything. That includes errors, such as memory that was not to be
   * had.
   */
  private void decide(Event event, Now now) {
    if (world.isClosing()) {
      return;
    }
    try {
      world.serving().decide(event, now);
      loop.wakePartitionsBy(machine().nextWakeNanos(now));
    } catch (RuntimeException | Error e) {
      fail(e);
    }
    world.drainSoon();
  }

  /** Lets sessions be read again, if nothing is in the way. */
  public void relax() {
    if (waiting.isEmpty()) {
      world.serving().relax();
    }
  }

  /** The burst is over: writes what it brought. */
  public void drain() {
    try {
      world.write(failure.isEmpty());
    } catch (RuntimeException | Error e) {
      fail(e);
    } finally {
      world.drained();
    }
    journalMoved();
  }

  private void journalMoved() {
    if (!world.isMoving()) {
      decide(new ReplicaEvent.JournalMoved());
    }
  }

  /** A store's disk holds more than before. */
  public void durable(TurnStore store) {
    if (failure.isEmpty() && world.isOpen(store)) {
      try {
        world.durableMoved();
      } catch (RuntimeException | Error e) {
        fail(e);
      }
      journalMoved();
    }
  }

  /** Frames of a store that the other member waits for are in memory. */
  public void atHand(TurnStore store) {
    if (failure.isEmpty() && world.isOpen(store)) {
      journalMoved();
    }
  }

  /** Everything below the position has its rows. */
  public void stored(long position) {
    world.serving().stored(position);
  }

  /** Nobody can wait for rows any more. */
  public void giveUpRows(Answer unknown) {
    world.serving().giveUpRows(unknown);
  }

  /** The store was put right, or another one made in its place. */
  public void moved(TurnStore to) {
    world.moved(to);
    decide(new ReplicaEvent.JournalReady());
  }

  /** The shared store was taken over, or not. */
  public void tookOver(TurnStore to, ReplicaEvent outcome) {
    world.moved(to);
    decide(outcome);
  }

  /** Time has passed for the replica machine. */
  public void replicaDue() {
    decide(new ReplicaEvent.TimePassed());
  }

  /** Time has passed for the partitions. */
  public void partitionsDue() {
    decideIfServing(new Event.TimePassed());
  }

  /** Messages of a partition that somebody may wait for are there. */
  public void fetched(int partition) {
    decideIfServing(new Event.Fetched(partition));
  }

  private void decideIfServing(Event event) {
    Now now = loop.now();
    if (mayServe(now.nanos())) {
      decide(event, now);
    }
  }

  /** What is to be done every now and then. */
  public void keepHouse() {
    if (!isWell() || world.isMoving()) {
      return;
    }
    Now now = loop.now();
    Event.DiskRoom room;
    Event.Carry carry;
    try {
      room = world.housekeeping().look(now);
      carry = mayServe(now.nanos()) ? world.housekeeping().carry() : null;
    } catch (RuntimeException | Error e) {
      fail(e);
      return;
    }
    if (room != null && machine().isActive()) {
      decide(room, now);
    }
    if (carry != null && mayServe(now.nanos())) {
      decide(carry, now);
    }
    if (world.hasUnwritten()) {
      // A disk that had no room for it may have some now.
      world.drainSoon();
    }
  }

  /** The replica cannot go on: it serves nobody, and whoever waits is told. */
  public void fail(Throwable cause) {
    if (failure.isEmpty()) {
      failure = cause.getMessage() == null ? cause.toString() : cause.getMessage();
      loop.failed(cause, failure);
      tellServing(false);
      replica.fence(loop.nanos(), world);
      world.serving().giveUpHeld(Refusals.unknown(failure));
      waiting.takeAll(this::take);
      loop.report();
    }
  }

  /** Takes nothing new, and closes the store once everything is settled. */
  public void stop() {
    if (!isStopping) {
      isStopping = true;
      ports.moves().wantTakeOver(0);
      drain();
      if (isSettled()) {
        finishStop();
      }
    }
  }

  /** Whether nobody waits for anything that was appended. */
  private boolean isSettled() {
    return !failure.isEmpty() || world.isSettled();
  }

  private void finishStop() {
    if (!world.isMoving() && world.close()) {
      loop.close(failure.isEmpty());
    }
  }
}
