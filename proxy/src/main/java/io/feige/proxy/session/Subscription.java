package io.feige.proxy.session;

import org.jspecify.annotations.Nullable;

/** Messages for a session, as many as it has given credit for. Any thread. */
sealed interface Subscription permits OwnSubscription, TopicSubscription, WorkSubscription {
  /** Its name in the session. */
  long id();

  /**
   * Finds out whether the caller may, if that is not known yet, and where it begins.
   *
   * @return the places, or the place in a mailbox; null for a group, which knows where it is
   */
  @Nullable String prepare();

  /**
   * From now on messages may come.
   *
   * @param whenOver is run once, when no more will come
   */
  void start(Runnable whenOver);

  /** No more messages. */
  void end();

  /** Messages that are there for it and that it was not told, of a topic that is read for many. */
  long behind();

  /** What the session lets come. */
  Credit credit();
}
