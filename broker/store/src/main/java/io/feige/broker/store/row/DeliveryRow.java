package io.feige.broker.store.row;

import java.util.List;

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

  /**
   * What may stand in its place where a database refuses it: with why instead of the reason, then
   * without the consumer too, then without either.
   */
  public List<DeliveryRow> stubs(String why) {
    return List.of(stub(consumer, why), stub("", why), stub("", ""));
  }

  private DeliveryRow stub(String by, String why) {
    return new DeliveryRow(
        topic,
        partition,
        offset,
        group,
        generation,
        attempt,
        outcome,
        by,
        RowReader.cut(why, RowReader.MAX_REASON_CHARS),
        settledMillis,
        dueMillis,
        epoch);
  }
}
