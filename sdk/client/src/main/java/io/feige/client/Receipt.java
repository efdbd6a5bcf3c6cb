package io.feige.client;

import io.feige.protocol.model.DelayedId;
import java.time.Instant;
import java.util.Optional;

/**
 * The broker's word that a message is as safe as was asked for.
 *
 * @param topic the topic it went to
 * @param epoch the activation of the pair that took it
 * @param offset its number in its partition, or {@link #OFFSET_UNKNOWN}
 * @param position where its batch stands in the pair's journal, in bytes
 * @param storedAtMillis the broker's time when it was stored, milliseconds since 1970
 * @param durability how safe it was when the broker confirmed it
 * @param duplicate whether the broker had taken the same batch already, from an earlier attempt
 *     whose answer was lost, or under the same idempotency key; it is stored once
 * @param pair the pair that took it; offset, position and epoch are that pair's
 * @param index its place in the batch that it was sent in
 */
public record Receipt(
    String topic,
    long epoch,
    long offset,
    long position,
    long storedAtMillis,
    Durability durability,
    boolean duplicate,
    String pair,
    int index) {
  /**
   * The offset of a message that is delayed (it gets one when it is due), or of an old duplicate.
   */
  public static final long OFFSET_UNKNOWN = Long.MAX_VALUE;

  /** A receipt of an unnamed pair. */
  public Receipt(
      String topic,
      long epoch,
      long offset,
      long position,
      long storedAtMillis,
      Durability durability,
      boolean duplicate) {
    this(topic, epoch, offset, position, storedAtMillis, durability, duplicate, "", 0);
  }

  /** Whether the offset is known. */
  public boolean hasOffset() {
    return offset != OFFSET_UNKNOWN;
  }

  /**
   * The id under which the message can be cancelled while it waits for its time, see {@link
   * Delayed#cancel}. Empty for one that was not delayed, for an old duplicate, and for one that was
   * confirmed as less than REPLICATED: after a failover it may not be there, and something else be
   * called so.
   */
  public Optional<String> delayedId() {
    boolean isDelayed = !hasOffset() && position > 0 && !pair.isEmpty();
    return isDelayed && durability.compareTo(Durability.REPLICATED) >= 0
        ? Optional.of(new DelayedId(pair, position, index).toString())
        : Optional.empty();
  }

  /** The broker's time when it was stored. */
  public Instant storedAt() {
    return Instant.ofEpochMilli(storedAtMillis);
  }

  /** For a log; an offset that is not known is said to be so. */
  @Override
  public String toString() {
    return "Receipt[topic="
        + topic
        + (pair.isEmpty() ? "" : ", pair=" + pair)
        + ", epoch="
        + epoch
        + ", offset="
        + (hasOffset() ? Long.toString(offset) : "unknown")
        + ", position="
        + position
        + ", index="
        + index
        + ", storedAt="
        + storedAt()
        + ", durability="
        + durability
        + delayedId().map(id -> ", delayedId=" + id).orElse("")
        + (duplicate ? ", duplicate]" : "]");
  }
}
