package io.feige.broker.sim.client;

import io.feige.broker.sim.world.Chance;

/**
 * How a producer behaves.
 *
 * @param window batches in flight at most
 * @param queuedPercent batches that ask for no durability
 * @param delayedPercent batches that wait for their time
 * @param expiringPercent records that expire
 * @param recordBytes of a usual record, at most
 */
public record ProducerPlan(
    String topic,
    boolean isIdempotent,
    int batches,
    int window,
    long pauseNanos,
    int queuedPercent,
    int delayedPercent,
    int expiringPercent,
    int keys,
    int recordBytes) {

  /** One that is busy fills segments. */
  public static ProducerPlan draw(String topic, boolean isBusy, Chance chance) {
    return new ProducerPlan(
        topic,
        chance.percent(85),
        isBusy ? chance.between(60, 200) : chance.between(10, 60),
        chance.between(1, 8),
        chance.skewed(200_000, isBusy ? 20_000_000 : 80_000_000),
        chance.percent(40) ? chance.between(5, 60) : 0,
        chance.percent(40) ? chance.between(5, 40) : 0,
        chance.percent(20) ? 20 : 0,
        chance.between(1, 6),
        isBusy ? chance.between(200, 700) : chance.between(20, 500));
  }
}
