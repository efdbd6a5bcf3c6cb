package io.feige.protocol.command;

import io.feige.protocol.model.ReadFrom;

/**
 * Asks for messages in order, without a group.
 *
 * @param epoch the epoch the caller believes in; 0: any. A replica of another one refuses
 * @param partition the one whose messages the caller counts; 0: any. A topic that was deleted and
 *     made again has another one, and refuses
 * @param maxBytes the most bytes of frames in the answer; one frame is delivered whatever its size
 * @param waitMillis how long to wait for messages at the end; 0: answer at once
 */
public record Read(
    String topic, long epoch, int partition, ReadFrom from, int maxBytes, int waitMillis)
    implements Request, OfEpoch {
  /**
   * Refuses a read that could never be answered with anything.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Read {
    if (maxBytes < 1) {
      throw new IllegalArgumentException("maxBytes must be 1 or more, not " + maxBytes);
    }
  }

  /** Of whatever partition the topic has. */
  public Read(String topic, long epoch, ReadFrom from, int maxBytes, int waitMillis) {
    this(topic, epoch, 0, from, maxBytes, waitMillis);
  }

  /** The same, parked no longer than that. */
  public Read waitingAtMost(int millis) {
    return new Read(topic, epoch, partition, from, maxBytes, Math.min(waitMillis, millis));
  }

  @Override
  public CommandType type() {
    return CommandType.READ;
  }
}
