package io.feige.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The mailbox of one owner, from {@link Mailboxes#open}. What was sent to the owner is in it in the
 * order in which it came, at most as many as the topic's {@link TopicSpec#mailboxCap}: a full
 * mailbox lets go of its oldest message. An ack moves its cursor, which is as durable as a publish;
 * everybody who opens the mailbox gets everything, whoever acked what.
 *
 * <p>This is a place in it, for use by one thread at a time; {@link #ackAsync} may be called by any
 * thread. It holds nothing at the broker, so it need not be closed.
 */
public interface Mailbox {
  /** The topic. */
  String topic();

  /** Whose it is. */
  String identity();

  /**
   * Waits until at least one message is there that this has not returned yet, then returns what is
   * there, up to {@code max}, in order. Begins with the first that is not acked. Empty when nothing
   * came in time, or the thread was interrupted, which its flag says.
   *
   * @param max 1 or more
   * @throws RefusedException the topic is unknown, has no mailboxes, or this client may not read it
   */
  List<Mail> read(int max, Duration wait);

  /**
   * Goes on with a message, or with the oldest after it that is still there; 1 for all that are.
   * Where there is no such message yet, with the first that is not acked.
   *
   * @param sequence 1 or more
   */
  void seek(long sequence);

  /**
   * The same with a number that was kept: it means something in the pair from which it is, and if
   * the mailbox is in another one now, this goes on with the first that is not acked. A number
   * means nothing any more when its mailbox was deleted.
   *
   * @param pair as {@link ReceivedMessage#pair} or {@link MailboxState#pair} had it
   * @param sequence 1 or more
   */
  void seek(String pair, long sequence);

  /**
   * The owner has dealt with everything up to a message. One that was acked already, or is not
   * there, changes nothing.
   *
   * @throws OutcomeUnknownException it may have been acked, or not; acking again does no harm
   */
  void ack(long upTo);

  /** The same without waiting. */
  CompletableFuture<Void> ackAsync(long upTo);

  /**
   * Lets messages of channels come in as well, from now on. When this returns, whatever is
   * published there afterwards comes, once, however many filters fit.
   *
   * @param filter see {@link Subscription#filter}
   * @throws IllegalArgumentException it is not a filter
   * @throws RefusedException this client may not, there are too many, or the topic is not in one
   *     pair ({@link TopicSpec#onePair})
   */
  default void subscribe(String filter) {
    change(List.of(new Subscription(filter, 0)), List.of());
  }

  /** Ends a subscription. Does nothing if there is none with that filter. */
  default void unsubscribe(String filter) {
    change(List.of(), List.of(filter));
  }

  /**
   * Does all of it, or nothing.
   *
   * @param added one that is there gets the tag; at most 1,000
   * @param removed filters of those that end, which happens last; at most 1,000
   */
  void change(List<Subscription> added, List<String> removed);

  /** What comes in beside what is sent to the owner, by filter. */
  List<Subscription> subscriptions();

  /** How it is now. Asks the broker. */
  MailboxState state();
}
