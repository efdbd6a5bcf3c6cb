package io.feige.client;

import java.util.List;

/**
 * Operations on messages that wait for their time. A topic may have some in each pair; lists put
 * them together in the order in which they are due. Each call waits at most for the client's
 * request timeout.
 */
public interface Delayed {
  /** The most messages that one call lists. */
  int MAX_LIMIT = 10_000;

  /**
   * The messages of a topic that are due first.
   *
   * @param limit how many at most, 1 to {@link #MAX_LIMIT}
   * @throws RefusedException there is no such topic
   */
  List<DelayedMessage> list(String topic, int limit);

  /**
   * The messages of a topic that are due after one that was listed; that one may be gone by now.
   *
   * @param limit how many at most, 1 to {@link #MAX_LIMIT}
   * @throws RefusedException there is no such topic
   */
  List<DelayedMessage> listAfter(DelayedMessage last, int limit);

  /**
   * Takes a message back. When this returns, that is as safe as a publish: the message never comes.
   *
   * <p>A second cancel of the same message is refused as the first of one that never was, with
   * {@code DELAYED_NOT_FOUND}. So where the outcome of a cancel was unknown and it is repeated,
   * that refusal may mean that the first one was done; or else that the message has been delivered
   * meanwhile.
   *
   * @param id as {@link DelayedMessage#id()} or {@link Receipt#delayedId()} has it
   * @throws RefusedException no such message waits there: it was delivered, it was cancelled, or
   *     there never was one
   * @throws OutcomeUnknownException it may have been cancelled, or not
   */
  void cancel(String topic, String id);
}
