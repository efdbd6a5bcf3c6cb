package io.feige.client.internal.publish;

import io.feige.client.FeigeException;
import io.feige.client.ProducerPolicy;
import io.feige.protocol.error.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The lanes of a producer, one for each pair, and what moves between them. On the loop, except
 * {@link #placement}, {@link #all} and {@link #close}.
 *
 * <table>
 *   <caption>What moves to other pairs</caption>
 *   <tr><td>the pair cannot be reached, or does not answer</td><td>batches without a key that are not stored there for certain, if another pair is
 *       ready; keyed ones stay until their pair serves again</td></tr>
 *   <tr><td>the pair takes no publishes, or does not have the topic</td><td>everything that is not stored there for certain, and new messages too; keys go to the next
 *       pair of the ring</td></tr>
 *   <tr><td>the same, but the pair is neither closed nor without the topic</td><td>nothing that has an idempotency key: only this pair knows whether
 *       an earlier try of it is stored</td></tr>
 *   <tr><td>nobody knows whether it is stored</td><td>nothing: sent again to the same pair, it is recognized</td></tr>
 * </table>
 */
final class ProducerLanes {
  /** How long a pair is spared that has refused; afterwards it is tried with a batch. */
  private static final long SPARED_NANOS = 1_000_000_000L;

  private static final long LACKING_NANOS = 5_000_000_000L;

  private final String topic;
  private final ProducerPolicy policy;
  private final EngineProducer.Shared shared;
  private Set<Lane> away = new HashSet<>();
  private List<Lane> placedOn = List.of();
  private List<Lane> oncePlacedOn = List.of();
  private volatile List<Lane> all = List.of();
  private volatile @Nullable Placement placement;

  ProducerLanes(String topic, ProducerPolicy policy, EngineProducer.Shared shared) {
    this.topic = topic;
    this.policy = policy;
    this.shared = shared;
  }

  /** Where messages go; null until a pair is known. Any thread. */
  @Nullable Placement placement() {
    return placement;
  }

  /** Every lane, by name of the pair. Any thread. */
  List<Lane> all() {
    return all;
  }

  /** Adds lanes over these ports, without placing anything there yet. */
  List<Lane> add(List<? extends BatchPort> ports) {
    List<Lane> added = new ArrayList<>();
    for (BatchPort port : ports) {
      Lane lane = new Lane(topic, policy, port, shared);
      lane.sender().overflowTo(new Overflow(lane));
      added.add(lane);
    }
    List<Lane> together = new ArrayList<>(all);
    together.addAll(added);
    together.sort(Comparator.comparing(Lane::pair));
    all = List.copyOf(together);
    return added;
  }

  /** Decides anew where messages go. */
  void place() {
    List<Lane> open = all.stream().filter(lane -> !lane.isAway()).toList();
    List<Lane> placed = open.isEmpty() ? all : open;
    List<Lane> notClosed = all.stream().filter(lane -> !lane.isClosed()).toList();
    List<Lane> placedOnce = notClosed.isEmpty() ? all : notClosed;
    if (placedOn.equals(placed) && oncePlacedOn.equals(placedOnce)) {
      return;
    }
    Set<Lane> leaving = new HashSet<>(all);
    placed.forEach(leaving::remove);
    // Nobody adds to what leaves before it has moved, so that later messages come behind it.
    for (Lane lane : all) {
      lane.accumulator().withdraw(leaving.contains(lane));
    }
    Placement next = new Placement(placed, placedOnce);
    for (Lane lane : leaving) {
      move(lane, next, true);
    }
    away = leaving;
    placedOn = placed;
    oncePlacedOn = placedOnce;
    placement = next;
  }

  /** A pair has become reachable, or unreachable. */
  void wayChanged(Lane lane) {
    lane.judge();
    for (Lane each : all) {
      relieve(each);
    }
  }

  /** Refuses messages from now on. Any thread. */
  void close(FeigeException why) {
    all.forEach(lane -> lane.accumulator().close(why));
  }

  void failAll(FeigeException why) {
    all.forEach(lane -> lane.sender().failAll(why));
  }

  private void relieve(Lane lane) {
    Placement present = placement;
    boolean isAway = away.contains(lane);
    boolean isInNeed = isAway || lane.standing() != Lane.Standing.READY;
    if (present != null && all.size() > 1 && isInNeed) {
      move(lane, present, isAway);
    }
  }

  private void move(Lane from, Placement to, boolean withKeys) {
    if (!withKeys && to.refuge(from) == null) {
      return;
    }
    Set<Lane> fed = new HashSet<>();
    boolean withOnce = from.isClosed();
    Predicate<PendingBatch> isToMove =
        batch -> batch.isOnce() ? withOnce : withKeys || batch.firstKey() == null;
    for (PendingBatch batch : from.sender().takeMovable(isToMove)) {
      byte[] key = batch.firstKey();
      Lane target = key == null ? to.best() : batch.isOnce() ? to.onceOfKey(key) : to.ofKey(key);
      target.accumulator().adopt(batch);
      fed.add(target);
    }
    fed.forEach(lane -> lane.port().execute(lane.sender()));
  }

  /** What a lane asks when its pair does not take what it has. */
  private final class Overflow implements BatchSender.Overflow {
    private final Lane lane;

    Overflow(Lane lane) {
      this.lane = lane;
    }

    @Override
    public void look() {
      lane.judge();
      relieve(lane);
    }

    @Override
    public boolean withdraw(PublishRefusal why) {
      boolean hasOthers = all.stream().anyMatch(each -> each != lane && !each.isAway());
      if (!hasOthers) {
        return false;
      }
      long nanos = why.code() == ErrorCode.TOPIC_NOT_FOUND ? LACKING_NANOS : SPARED_NANOS;
      lane.sendAway(nanos, BatchSender.CLOSED.contains(why.code()));
      lane.port().schedule(ProducerLanes.this::place, nanos + 1_000_000);
      place();
      relieve(lane);
      return true;
    }
  }
}
