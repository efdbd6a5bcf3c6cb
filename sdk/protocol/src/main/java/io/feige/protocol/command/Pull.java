package io.feige.protocol.command;

import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.StartAt;

/**
 * Asks for messages under a consumer group; parked until there are some.
 *
 * @param epoch the epoch the caller believes in; 0: any. A replica of another one refuses
 * @param consumer name of the consumer, for status
 * @param holder a random number of one consumer, the same on every connection that it opens, so
 *     that what it was given stays its own; 0: it has none, and is known by its connection
 * @param start where the group begins if it does not exist yet
 * @param maxMessages the most messages in the answer
 * @param maxBytes the most bytes of frames in the answer; one frame is delivered whatever its size
 * @param waitMillis how long the pull may be parked; 0: answer at once
 * @param leaseMillis how long the messages are kept from others; 0: the topic's default
 * @param stage how far the consumer is with the messages as soon as it has them. Those in a second
 *     attempt or a later one are not claimed by a pull, but unstarted
 */
public record Pull(
    String topic,
    long epoch,
    String group,
    String consumer,
    long holder,
    StartAt start,
    int maxMessages,
    int maxBytes,
    int waitMillis,
    int leaseMillis,
    LeaseStage stage)
    implements Request, OfEpoch {
  /**
   * Refuses a pull that could never be answered with anything.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public Pull {
    if (maxMessages < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "maxMessages and maxBytes must be 1 or more, not " + maxMessages + " and " + maxBytes);
    }
  }

  /** The same, parked no longer than that. */
  public Pull waitingAtMost(int millis) {
    return new Pull(
        topic,
        epoch,
        group,
        consumer,
        holder,
        start,
        maxMessages,
        maxBytes,
        Math.min(waitMillis, millis),
        leaseMillis,
        stage);
  }

  @Override
  public CommandType type() {
    return CommandType.PULL;
  }
}
