package io.feige.client;

import java.time.Duration;
import java.util.List;

/**
 * Replays a topic in order, without a group and without acks: it changes nothing at the broker. For
 * use by one thread at a time.
 *
 * <p>The order is that of each pair's partition. Where there are several pairs, what comes from
 * them is mixed as it arrives, with an equal share of the room to read ahead for each; the messages
 * of a key are in one pair, as {@code docs/placement.md} says.
 */
public interface Reader extends AutoCloseable {
  /** The topic. */
  String topic();

  /**
   * Waits until at least one message is there, then returns what is there, up to {@code max}, in
   * order. Empty when nothing came in time.
   *
   * @throws RefusedException the broker refuses the read for good: topic unknown, not allowed, the
   *     topic was deleted and made again (TOPIC_REPLACED), the offset lies beyond the topic's end
   *     (OFFSET_OUT_OF_RANGE). The next call asks again
   */
  List<ReceivedMessage> read(int max, Duration wait);

  /** The pairs that are read; empty until they are known. */
  List<String> pairs();

  /**
   * The offset of the next message that {@link #read} would return; -1 before the first answer when
   * reading from a time or an end. With several pairs it is the sum over them, and -1 while one is
   * not known.
   */
  long nextOffset();

  /** The offset of the next message that {@link #read} would return from that pair. */
  long nextOffset(String pair);

  /**
   * Where a reader that is made later goes on in that pair: {@link #nextOffset} and the partition
   * to which it belongs. Before the first answer it is where this one began.
   */
  StartFrom place(String pair);

  /**
   * The topic's end as of the last answer: the offset that the next message will get. -1 before the
   * first answer, which comes at once, be there messages or not. With several pairs it is the sum
   * over them, and -1 while one is not known.
   */
  long endOffset();

  /** The end of the topic's partition at that pair, as of its last answer. */
  long endOffset(String pair);

  /** Stops. */
  @Override
  void close();
}
