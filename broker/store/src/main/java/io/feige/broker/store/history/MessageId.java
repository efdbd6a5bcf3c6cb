package io.feige.broker.store.history;

/**
 * The name of a message: {@code topic/pair/offset}.
 *
 * @param offset in the topic's partition on the pair
 */
public record MessageId(String topic, String pair, long offset) {
  /**
   * Reads what {@link #toString} gives.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static MessageId parse(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 3 || parts[0].isEmpty() || !parts[2].matches("\\d{1,18}")) {
      throw new IllegalArgumentException(
          "'" + text + "' is no message: it must be TOPIC/PAIR/OFFSET, such as orders/pair-1/4711");
    }
    return new MessageId(parts[0], parts[1], Long.parseLong(parts[2]));
  }

  @Override
  public String toString() {
    return topic + "/" + pair + "/" + offset;
  }
}
