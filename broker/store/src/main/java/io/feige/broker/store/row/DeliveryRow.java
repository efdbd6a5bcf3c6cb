package io.feige.broker.store.row;

/**
 * What became of one attempt to deliver a message to a group. Times are milliseconds since 1970.
 *
 * @param generation of the group's cursor
 * @param consumer who settled it; empty if nobody did
 * @param reason why it was given up; empty where nobody said
 * @param settledMillis the broker's time
 * @param dueMillis when it comes again; 0 where it does not
 */
public record DeliveryRow(
    String topic,
    int partition,
    long offset,
    String group,
    int generation,
    int attempt,
    Outcome outcome,
    String consumer,
    String reason,
    long settledMillis,
    long dueMillis,
    long epoch)
    implements Row {
  /** How an attempt ended. */
  public enum Outcome {
    /** It was acknowledged. */
    ACKED,
    /** It comes again. */
    RETRY,
    /** It expired, was not stored any more, or was rejected where there is no dead-letter topic. */
    DROPPED,
    /** It is in the dead-letter topic. */
    DEAD_LETTER
  }

  private static final int BYTES = 130;

  @Override
  public int bytes() {
    return BYTES + reason.length();
  }
}
