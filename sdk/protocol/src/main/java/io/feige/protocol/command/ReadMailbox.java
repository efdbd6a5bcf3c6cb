package io.feige.protocol.command;

/**
 * Asks for messages of a mailbox, in order.
 *
 * @param epoch the epoch the caller believes in; 0: any. A replica of another one refuses
 * @param identity whose mailbox; one that got nothing yet is empty
 * @param from sequence of the first message wanted; 0: the first that is not acked
 * @param maxMessages the most messages in the answer, 1 or more
 * @param maxBytes the most bytes of frames in the answer; one message is delivered whatever its
 *     size
 * @param waitMillis how long to wait while there is none; 0: answer at once
 */
public record ReadMailbox(
    String topic,
    long epoch,
    String identity,
    long from,
    int maxMessages,
    int maxBytes,
    int waitMillis)
    implements Request, OfEpoch {
  /**
   * Refuses a read that could never be answered with anything.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public ReadMailbox {
    if (maxMessages < 1 || maxBytes < 1) {
      throw new IllegalArgumentException(
          "maxMessages and maxBytes must be 1 or more, not " + maxMessages + " and " + maxBytes);
    }
  }

  /** The same, parked no longer than that. */
  public ReadMailbox waitingAtMost(int millis) {
    return new ReadMailbox(
        topic, epoch, identity, from, maxMessages, maxBytes, Math.min(waitMillis, millis));
  }

  @Override
  public CommandType type() {
    return CommandType.MAIL_READ;
  }
}
