package io.feige.client;

import java.time.Duration;
import java.util.List;

/**
 * Replays a topic in order, without a group and without acks: it changes nothing at the broker. For
 * use by one thread at a time.
 */
public interface Reader extends AutoCloseable {
  /** The topic. */
  String topic();

  /**
   * Waits until at least one message is there, then returns what is there, up to {@code max}, in
   * order. Empty when nothing came in time.
   *
   * @throws RefusedException the broker refuses the read for good: topic unknown, not allowed
   */
  List<ReceivedMessage> read(int max, Duration wait);

  /**
   * The offset of the next message that {@link #read} would return; -1 before the first answer when
   * reading from a time or an end.
   */
  long nextOffset();

  /**
   * The topic's end as of the last answer: the offset that the next message will get. -1 before the
   * first answer.
   */
  long endOffset();

  /** Stops. */
  @Override
  void close();
}
