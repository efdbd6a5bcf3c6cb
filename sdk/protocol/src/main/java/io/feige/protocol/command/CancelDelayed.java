package io.feige.protocol.command;

import io.feige.protocol.model.Range;

/**
 * Takes back a message that waits for its time. Refused with DELAYED_NOT_FOUND where no such
 * message waits, which is also what a second cancel of the same message is told.
 *
 * @param id of its batch
 * @param index of the message in the batch
 */
public record CancelDelayed(String topic, long id, int index) implements Request {
  /**
   * Refuses numbers below 0.
   *
   * @throws IllegalArgumentException naming the field
   */
  public CancelDelayed {
    Range.requireNotNegative("id", id);
    Range.requireNotNegative("index", index);
  }

  @Override
  public CommandType type() {
    return CommandType.DELAYED_CANCEL;
  }
}
