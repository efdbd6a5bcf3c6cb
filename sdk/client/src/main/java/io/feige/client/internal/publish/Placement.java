package io.feige.client.internal.publish;

import io.feige.client.Message;
import io.feige.client.internal.route.Ring;
import io.feige.protocol.Utf8;
import io.feige.protocol.batch.KeyHash;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Which pair a message goes to. Any thread.
 *
 * <p>A message with a key goes to the pair that the {@link Ring} says, whether or not it can be
 * reached now: the order of a key is kept by one pair. So does one with an idempotency key, and
 * waits there also while the pair takes nothing, because that pair alone knows whether it has it. A
 * message without a key goes to the pair that does best: reachable and answering before others, and
 * then the one with the fewest bytes under way. The choice is made once for each batch.
 */
final class Placement {
  private final Lane[] lanes;
  private final Ring ring;
  private final List<Lane> onceLanes;
  private final Ring onceRing;
  private final AtomicInteger turn = new AtomicInteger();
  private volatile Lane chosen;

  /**
   * A placement on these lanes, in the order of their pairs' names; at least one.
   *
   * @param onceLanes where messages with an idempotency key go, also in a pair's bad moments
   */
  Placement(List<Lane> lanes, List<Lane> onceLanes) {
    this.lanes = lanes.toArray(Lane[]::new);
    this.ring = ring(lanes);
    this.onceLanes = List.copyOf(onceLanes);
    this.onceRing = ring(onceLanes);
    this.chosen = this.lanes[0];
  }

  private static Ring ring(List<Lane> lanes) {
    return Ring.of(lanes.stream().map(Lane::pair).toList());
  }

  Lane laneFor(Message message) {
    if (!message.idempotencyKey().isEmpty()) {
      return onceOfKey(key(message));
    }
    if (lanes.length == 1) {
      return lanes[0];
    }
    if (message.hasKey()) {
      return ofKey(message.key());
    }
    Lane last = chosen;
    boolean isGathering = last.accumulator().isGathering();
    if (isGathering && last.standing() == Lane.Standing.READY) {
      return last;
    }
    Lane best = best();
    if (isGathering && last.standing() == best.standing()) {
      return last;
    }
    chosen = best;
    return best;
  }

  /**
   * What decides where a message goes that must go to one pair: its key, or else its idempotency
   * key.
   */
  static byte[] key(Message message) {
    return message.hasKey() ? message.key() : Utf8.encode(message.idempotencyKey());
  }

  Lane ofKey(byte[] key) {
    return lanes[ring.owner(KeyHash.of(key))];
  }

  Lane onceOfKey(byte[] key) {
    return onceLanes.get(onceRing.owner(KeyHash.of(key)));
  }

  /** The lane for messages without a key. */
  Lane best() {
    int start = (turn.getAndIncrement() & Integer.MAX_VALUE) % lanes.length;
    Lane best = lanes[start];
    long bestLoad = best.accumulator().load();
    for (int i = 1; i < lanes.length; i++) {
      Lane lane = lanes[(start + i) % lanes.length];
      long load = lane.accumulator().load();
      int order = lane.standing().compareTo(best.standing());
      if (order < 0 || (order == 0 && load < bestLoad)) {
        best = lane;
        bestLoad = load;
      }
    }
    return best;
  }

  /** The lane for what another one cannot send now; null if no other does better. */
  @Nullable Lane refuge(Lane from) {
    Lane best = best();
    return best != from && best.standing() == Lane.Standing.READY ? best : null;
  }
}
