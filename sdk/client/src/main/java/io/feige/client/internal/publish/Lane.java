package io.feige.client.internal.publish;

import io.feige.client.Message;
import io.feige.client.ProducerPolicy;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.Compression;
import java.util.List;

/**
 * A producer at one pair: where its messages gather, and who sends them there. On the loop, except
 * what {@link Placement} asks, which any thread does.
 */
final class Lane {
  /** How good a place for messages without a key the pair is now; the better, the earlier. */
  enum Standing {
    /** It can be reached, and answers. */
    READY,
    /** It has not answered for a while. */
    STALLED,
    /** It cannot be reached. */
    DOWN
  }

  private final BatchPort port;
  private final Accumulator accumulator;
  private final BatchSender sender;
  private volatile Standing standing;
  private long awayUntilNanos;
  private boolean isAway;
  private boolean isAwayForGood;

  Lane(String topic, ProducerPolicy policy, BatchPort port, EngineProducer.Shared shared) {
    this.port = port;
    this.accumulator =
        new Accumulator(
            policy,
            new BatchNames(port::seconds),
            Compressors.compressor(Compression.valueOf(policy.compression().name())),
            port::nanoTime,
            shared.unfinished());
    this.sender = new BatchSender(topic, policy, accumulator, port, shared);
    this.standing = port.isUp() ? Standing.READY : Standing.DOWN;
  }

  String pair() {
    return port.pair();
  }

  BatchPort port() {
    return port;
  }

  Accumulator accumulator() {
    return accumulator;
  }

  BatchSender sender() {
    return sender;
  }

  /** Any thread. */
  Standing standing() {
    return standing;
  }

  /** Looks how the pair does now. */
  void judge() {
    Standing seen =
        !port.isUp() ? Standing.DOWN : sender.isStalled() ? Standing.STALLED : Standing.READY;
    if (seen != standing) {
      standing = seen;
    }
  }

  /**
   * For so long the pair takes no messages of this topic.
   *
   * @param isForGood it is closed or does not have the topic, and is asked again now and then
   */
  void sendAway(long nanos, boolean isForGood) {
    isAway = true;
    isAwayForGood = isForGood;
    awayUntilNanos = port.nanoTime() + nanos;
  }

  /** Whether also messages that wait for this pair's bad moments to pass are to go elsewhere. */
  boolean isClosed() {
    return isAway() && (isAwayForGood || !port.acceptsPublishes());
  }

  /** Whether messages are to go to other pairs. */
  boolean isAway() {
    isAway &= port.nanoTime() - awayUntilNanos < 0;
    return isAway || !port.acceptsPublishes();
  }

  /**
   * Adds messages that are one and wakes the sender if that is of use; false if where it goes is to
   * be chosen anew. Any thread.
   */
  boolean append(List<Message> messages, Object waiter, long costBytes, Accumulator.Slot slot) {
    boolean isAdded =
        messages.size() == 1
            ? accumulator.append(messages.get(0), waiter, costBytes, slot)
            : accumulator.appendTogether(messages, waiter, costBytes, slot);
    boolean wake = slot.mustWake;
    wake |= accumulator.packIfWanted();
    if (wake) {
      port.execute(sender);
    }
    return isAdded;
  }

  /** Sends what has gathered without lingering. Any thread. */
  void flush() {
    if (accumulator.seal()) {
      port.execute(sender);
    }
  }
}
