package io.feige.broker.sim.cluster.check;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.journal.Journal;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.DelayedCancelled;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.LeaseStage;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches one pair from outside of it, knowing the true time and both replicas at once. Throws a
 * {@link Violation} as soon as something does not hold.
 */
public final class PairChecker {
  /** The topic of those who mean well: what happens in it is watched, message by message. */
  public static final String TOPIC = "orders";

  private final String pair;
  private final ConfirmedLog log;
  private final PairDeliveries deliveries;
  private final PairHands hands;
  private final Map<ReplicaView, Long> agreed = new HashMap<>();
  private final Map<ReplicaView, Outstanding> outstanding = new HashMap<>();
  private final Set<ReplicaView> serving = new LinkedHashSet<>();
  private final Map<Long, String> servedBy = new HashMap<>();
  private long highestServing;
  private boolean isExcused;

  /**
   * Of a pair.
   *
   * @param forgetsKeys whether memory is so short that keys are forgotten while they are repeated
   */
  public PairChecker(String pair, boolean forgetsKeys) {
    this.pair = pair;
    this.log = new ConfirmedLog(pair, forgetsKeys);
    this.deliveries = new PairDeliveries(pair);
    this.hands = new PairHands(pair);
  }

  /** How many frames are confirmed. */
  public int frames() {
    return log.frames();
  }

  /** How many messages were handed out again. */
  public long redelivered() {
    return deliveries.redelivered();
  }

  /** How many messages a replica had outstanding as it last handed some out. */
  private record Outstanding(long epoch, long messages) {}

  /** An operator has accepted a loss: what was confirmed need not be found any more. */
  public void excuse() {
    isExcused = true;
  }

  /** A replica's journal was opened, maybe with less than before. */
  public void opened(ReplicaView replica) {
    agreed.remove(replica);
  }

  /** A replica's process is gone. */
  public void gone(ReplicaView replica) {
    agreed.remove(replica);
    serving.remove(replica);
    outstanding.remove(replica);
  }

  /** A replica takes everything below a position for confirmed. */
  public void committed(ReplicaView replica, long position) {
    Journal journal = replica.journal();
    long upTo = Math.min(position, journal.written());
    long from = agreed.getOrDefault(replica, journal.start());
    if (!isExcused && from < upTo) {
      agreed.put(replica, log.agree(replica.name(), journal, from, upTo));
    }
  }

  /** A replica begins to serve, or ends. */
  public void serves(ReplicaView replica, boolean isServing) {
    if (!isServing) {
      serving.remove(replica);
    } else if (serving.add(replica) && !isExcused) {
      Violation.unless(
          replica.epoch() >= highestServing,
          "%s: %s serves as epoch %d, after epoch %d",
          pair,
          replica.name(),
          replica.epoch(),
          highestServing);
      String before = servedBy.put(replica.epoch(), replica.name());
      Violation.unless(
          before == null || before.equals(replica.name()),
          "%s: epoch %d is served by %s and by %s",
          pair,
          replica.epoch(),
          before,
          replica.name());
      highestServing = replica.epoch();
      requireWhole(replica);
      atOneInstant();
    }
  }

  /** Everything that was ever confirmed is in the journal of who serves. */
  private void requireWhole(ReplicaView replica) {
    Journal journal = replica.journal();
    Violation.unless(
        journal.end() >= log.end(),
        "%s: %s serves as epoch %d, its journal ends at %d, confirmed was up to %d",
        pair,
        replica.name(),
        replica.epoch(),
        journal.end(),
        log.end());
    committed(replica, Math.min(log.end(), journal.written()));
    Violation.unless(
        replica.commit() >= log.end(),
        "%s: %s serves as epoch %d and knows confirmed up to %d, confirmed was up to %d",
        pair,
        replica.name(),
        replica.epoch(),
        replica.commit(),
        log.end());
  }

  /** To be asked after each event: at most one replica serves. */
  public void atOneInstant() {
    if (serving.size() > 1 && !isExcused) {
      serving.removeIf(replica -> !replica.mayServe());
      Violation.unless(serving.size() <= 1, "%s: two replicas serve at once: %s", pair, names());
    }
  }

  private List<String> names() {
    return serving.stream().map(r -> r.name() + " as epoch " + r.epoch()).toList();
  }

  /**
   * A publisher is told that its batch is safe.
   *
   * @param batch that it had sent
   */
  public void published(ReplicaView replica, BatchHead batch, Published receipt) {
    if (isExcused) {
      return;
    }
    Violation.unless(
        log.isAt(receipt.position(), batch.producerId(), batch.sequence()),
        "%s: %s confirms batch %d of producer %d at %d, which is not confirmed; up to %d is",
        pair,
        replica.name(),
        batch.sequence(),
        batch.producerId(),
        receipt.position(),
        log.end());
  }

  /**
   * A consumer is told that its verdicts are safe.
   *
   * @param depends where the journal must reach for that
   */
  public void settled(ReplicaView replica, Settle settle, Settled answer, long depends) {
    if (isExcused) {
      return;
    }
    Violation.unless(
        depends <= log.end(),
        "%s: %s confirms verdicts at %d, confirmed is up to %d",
        pair,
        replica.name(),
        depends,
        log.end());
    if (settle.topic().equals(TOPIC)) {
      deliveries.settled(cursorOf(settle), settle, answer.stale());
    }
  }

  /**
   * Who wanted to take a message back is told that it does not come, or that it does not wait.
   *
   * @param depends where the journal must reach for that
   */
  public void cancelled(ReplicaView replica, CancelDelayed cancel, Answer answer, long depends) {
    boolean isGone =
        answer instanceof DelayedCancelled
            || (answer instanceof Refusal refusal && refusal.code() == ErrorCode.DELAYED_NOT_FOUND);
    if (isGone && !isExcused && cancel.topic().equals(TOPIC)) {
      Violation.unless(
          depends <= log.end() && !log.waits(cancel.id(), cancel.index()),
          "%s: %s answers %s with %s at %d, confirmed is up to %d, and the message waits",
          pair,
          replica.name(),
          cancel,
          answer,
          depends,
          log.end());
    }
  }

  private static CursorName cursorOf(Settle settle) {
    return new CursorName(settle.topic(), settle.group(), settle.generation());
  }

  /** A frame leaves a replica, for whomever. */
  public void shown(ReplicaView replica, StoredFrame frame) {
    Violation.unless(
        isExcused || frame.position() + frame.length() <= log.end(),
        "%s: %s hands out the frame at %d, confirmed is up to %d",
        pair,
        replica.name(),
        frame.position(),
        log.end());
  }

  /** Messages leave a replica for a consumer. */
  public void handed(ReplicaView replica, CursorName to, Handing handing, Delivered.Run run) {
    if (isExcused || !to.topic().equals(TOPIC)) {
      return;
    }
    boolean isAhead = handing.pull().stage() != LeaseStage.STARTED;
    deliveries.handed(replica, to, isAhead, run);
    hands.handed(replica.epoch(), to, handing, run);
  }

  /**
   * So many messages are outstanding after a replica has handed some out. A standby that has less
   * memory takes over what the other one gave; it may not add to that.
   */
  public void outstanding(ReplicaView replica, long messages, long room) {
    Outstanding now = new Outstanding(replica.epoch(), messages);
    Outstanding before = outstanding.put(replica, now);
    Violation.unless(
        messages <= room
            || before == null
            || before.epoch() != now.epoch()
            || messages <= before.messages(),
        "%s: %s has %d messages outstanding, its room is %d",
        pair,
        replica.name(),
        messages,
        room);
  }

  /** Verdicts reach a replica; what they are about is returned. */
  public List<PairHands.Asked> asked(Settle settle, long nanos) {
    return settle.topic().equals(TOPIC) ? hands.asked(cursorOf(settle), settle, nanos) : List.of();
  }

  /** A replica has decided on verdicts. */
  public void decided(Settle settle, List<PairHands.Asked> about, Answer answer) {
    if (answer instanceof Settled settled && !isExcused) {
      hands.judged(settle, about, settled.stale());
    } else {
      boolean isFull = answer instanceof Refusal refusal && refusal.code() == ErrorCode.DISK_FULL;
      PairHands.refused(about, isFull);
    }
  }

  /** Who does something for a request speaks of no lower epoch than who asks. */
  public void epochs(ReplicaView replica, long asked) {
    Violation.unless(
        asked <= replica.epoch() || isExcused,
        "%s: %s does as epoch %d what it was asked in epoch %d",
        pair,
        replica.name(),
        replica.epoch(),
        asked);
  }

  /** Everything has come to rest, and both replicas say the same. */
  public void rested(
      ReplicaView active, PartitionMachine state, ReplicaView standby, PartitionMachine other) {
    Journal mine = active.journal();
    Journal theirs = standby.journal();
    Violation.unless(
        mine.end() == theirs.end(), "%s: ends at %d and %d", pair, mine.end(), theirs.end());
    Violation.unless(
        state.snapshot().mismatch(other.snapshot()) == -1,
        "%s: at %d the states of %s and %s differ",
        pair,
        mine.end(),
        active.name(),
        standby.name());
    if (!isExcused) {
      requireWhole(active);
      sound(mine);
      committed(standby, standby.journal().written());
      sound(theirs);
      state.state().partitions().forEach(this::requireGiven);
    }
  }

  private static void sound(Journal journal) {
    for (long at = journal.start(); at < journal.written(); ) {
      StoredFrame frame = journal.reader().frameAt(at);
      Violation.unless(frame.problem() == null, "the frame at %d: %s", at, frame.problem());
      at += frame.length();
    }
  }

  private void requireGiven(PartitionState partition) {
    if (!partition.topic().equals(TOPIC)) {
      return;
    }
    for (GroupState group : partition.groups()) {
      CursorName to = new CursorName(partition.topic(), group.name(), group.cursor().generation());
      for (long offset = 0; offset < partition.endOffset(); offset++) {
        Violation.unless(
            deliveries.wasGiven(to, offset),
            "%s: offset %d was never handed to %s",
            pair,
            offset,
            to);
      }
    }
  }
}
