package io.feige.client;

import java.time.Duration;

/**
 * How a producer packs and confirms.
 *
 * @param lingerMicros how long a batch waits for more messages although it could be sent, in
 *     microseconds, 0 to 10 s. 0 (the default) sends at once and still batches well under load,
 *     because the next batch gathers while one is in flight
 * @param batchBytes largest payload of a batch, 1 KiB to 8 MiB, default 512 KiB. A message larger
 *     than this travels alone
 * @param maxInFlightBatches batches sent and not yet answered, 1 to 64, default 8
 * @param compression default {@link Compression#NONE}
 * @param durability default {@link Durability#REPLICATED}
 * @param timeoutMillis how long a message may take from publish to its outcome, in milliseconds, 1
 *     to one day, default 30 s
 */
public record ProducerPolicy(
    long lingerMicros,
    int batchBytes,
    int maxInFlightBatches,
    Compression compression,
    Durability durability,
    long timeoutMillis) {
  /** What a producer does when nothing is said. */
  public static final ProducerPolicy DEFAULT =
      new ProducerPolicy(0, 512 * 1024, 8, Compression.NONE, Durability.REPLICATED, 30_000);

  public ProducerPolicy {
    Ranges.check("lingerMicros", lingerMicros, 0, 10_000_000);
    Ranges.check("batchBytes", batchBytes, 1024, 8 * 1024 * 1024);
    Ranges.check("maxInFlightBatches", maxInFlightBatches, 1, 64);
    Ranges.check("timeoutMillis", timeoutMillis, 1, 86_400_000);
  }

  /** The same with another linger. */
  public ProducerPolicy withLinger(Duration linger) {
    return new ProducerPolicy(
        linger.toNanos() / 1000,
        batchBytes,
        maxInFlightBatches,
        compression,
        durability,
        timeoutMillis);
  }

  /** The same with another size of batches. */
  public ProducerPolicy withBatchBytes(int bytes) {
    return new ProducerPolicy(
        lingerMicros, bytes, maxInFlightBatches, compression, durability, timeoutMillis);
  }

  /** The same with another number of batches in flight. */
  public ProducerPolicy withMaxInFlightBatches(int batches) {
    return new ProducerPolicy(
        lingerMicros, batchBytes, batches, compression, durability, timeoutMillis);
  }

  /** The same with another compression. */
  public ProducerPolicy withCompression(Compression other) {
    return new ProducerPolicy(
        lingerMicros, batchBytes, maxInFlightBatches, other, durability, timeoutMillis);
  }

  /** The same with another durability. */
  public ProducerPolicy withDurability(Durability other) {
    return new ProducerPolicy(
        lingerMicros, batchBytes, maxInFlightBatches, compression, other, timeoutMillis);
  }

  /** The same with another timeout. */
  public ProducerPolicy withTimeout(Duration timeout) {
    return new ProducerPolicy(
        lingerMicros, batchBytes, maxInFlightBatches, compression, durability, timeout.toMillis());
  }
}
