package io.feige.protocol.model;

/**
 * A place among the messages that wait for their time.
 *
 * @param dueMillis when the message there is due, milliseconds since 1970
 * @param id of its batch; batches that are due at the same time are in the order of their ids
 * @param index of the message in the batch
 */
public record DelayedPlace(long dueMillis, long id, int index) {
  /** Before all of them. */
  public static final DelayedPlace START = new DelayedPlace(0, 0, 0);

  /**
   * Refuses numbers below 0.
   *
   * @throws IllegalArgumentException naming the field
   */
  public DelayedPlace {
    Range.requireNotNegative("dueMillis", dueMillis);
    Range.requireNotNegative("id", id);
    Range.requireNotNegative("index", index);
  }
}
