package io.feige.broker.sim.client;

import io.feige.broker.sim.world.Chance;
import io.feige.protocol.model.StartAt;

/**
 * How a consumer behaves.
 *
 * @param pulls outstanding at once
 * @param thinkNanos for a delivery, at most
 * @param carePercent deliveries that are simply acked
 * @param holder its own number; 0: it has none
 * @param isAhead whether it fetches ahead, and claims and starts what it handles
 * @param rejects whether some are sent to the dead letters
 */
public record ConsumerPlan(
    String topic,
    String group,
    StartAt start,
    int pulls,
    int maxMessages,
    int maxBytes,
    int waitMillis,
    int leaseMillis,
    long thinkNanos,
    int carePercent,
    long holder,
    boolean isAhead,
    boolean rejects) {

  public static ConsumerPlan draw(
      String topic, String group, StartAt start, boolean rejects, Chance chance) {
    return new ConsumerPlan(
        topic,
        group,
        start,
        chance.between(1, 2),
        chance.percent(50) ? chance.between(1, 4) : chance.between(5, 200),
        chance.percent(30) ? chance.between(100, 2_000) : 100_000,
        chance.percent(20) ? 0 : chance.between(10, 1_000),
        chance.percent(50) ? 0 : chance.between(100, 2_000),
        chance.skewed(100_000, 1_500_000_000),
        chance.between(50, 98),
        chance.percent(80) ? chance.between(1L, Long.MAX_VALUE) : 0,
        chance.percent(60),
        rejects);
  }
}
