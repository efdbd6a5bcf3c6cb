package io.feige.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Publishes to one topic. Safe for use by any number of threads; one producer per topic and process
 * is the normal case.
 *
 * <p>Messages are packed into batches: while one batch travels, the next one gathers. Every batch
 * carries this producer's identity and a sequence, so a batch sent again after a lost answer is
 * stored once. Messages published by one thread keep their order.
 */
public interface Producer extends AutoCloseable {
  /** The topic. */
  String topic();

  /**
   * Publishes and waits until the message is confirmed at the producer's durability.
   *
   * <p>Waits, up to the policy's timeout, also for memory while the client's memory limit is
   * reached.
   *
   * @throws RefusedException the message can never be taken like this: topic unknown, too large,
   *     not allowed
   * @throws TemporaryException not stored; the same call may succeed later
   * @throws OutcomeUnknownException sent, and no answer came in time: it may or may not be stored
   */
  Receipt publish(Message message);

  /**
   * Publishes without waiting. Never blocks: when the client's memory limit is reached the future
   * fails at once with {@code MEMORY_LIMIT}. The future fails with a {@link FeigeException} as in
   * {@link #publish}; dependent stages run on the client's callback executor.
   */
  CompletableFuture<Receipt> publishAsync(Message message);

  /**
   * Publishes several messages as one, without waiting: all of them are stored, next to each other
   * and in this order, or none is. So all of them go to the pair of the first one's key: in a topic
   * of which several pairs have a part, one whose key belongs elsewhere has no order with others of
   * its key. Delayed ones, those with idempotency keys, an empty list, and more than fits into one
   * batch are refused.
   *
   * @return the receipt of the first; those of the others differ in the offset. It fails as in
   *     {@link #publishAsync}, with {@code INVALID_ARGUMENT} where messages cannot be one
   */
  CompletableFuture<Receipt> publishTogether(List<Message> messages);

  /**
   * Sends what has gathered without lingering, and waits until everything published before this
   * call has its outcome. Outcomes are reported where the messages were published, not here.
   */
  void flush();

  /**
   * Refuses new messages, waits until everything published has its outcome, at most for the
   * client's close timeout, and fails what then has none. Does nothing the second time.
   */
  @Override
  void close();
}
