package io.feige.client.internal.listen;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.internal.base.HandlingTime;
import io.feige.client.internal.base.TwoStepClose;
import java.util.Collection;
import java.util.List;

/** A consumer that a listener takes its messages from without a thread that waits. Any thread. */
public interface Feed extends Consumer, TwoStepClose {
  /**
   * Takes what is here. It is to be begun before it is handled.
   *
   * @param most the most messages to take of those that are here; may be 0
   * @param free for how many messages there are handlers that wait: what is not there yet of these
   *     is asked for, and when something has come the signal is given
   * @throws io.feige.client.FeigeException the broker refuses, or what came is damaged
   * @throws IllegalStateException the consumer is closed
   */
  List<Delivery> poll(int most, int free);

  /**
   * A handler is about to get it. Waits for the broker's word where that is needed.
   *
   * @return false if it has gone to somebody else, or may have: it must not be handled
   */
  boolean begin(Delivery delivery);

  /**
   * All of these will be handled soon, so {@link #begin} need not wait for them if they are new.
   *
   * @return those that have gone to somebody else, or may have
   */
  Collection<Delivery> claim(Collection<Delivery> deliveries);

  /** Whether a {@link #poll} may find something, now or soon. */
  boolean hasMore();

  /** Says how fast handlers are, which decides how much is fetched and claimed ahead for them. */
  void pacedBy(HandlingTime handlers);

  /**
   * Says whom to tell that a {@link #poll} may find something, or that it fails. The signal must
   * not block and may be given once too often.
   */
  void whenReady(Runnable signal);

  @Override
  void close();
}
