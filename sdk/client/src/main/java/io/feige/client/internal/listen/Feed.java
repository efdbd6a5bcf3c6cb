package io.feige.client.internal.listen;

import io.feige.client.Consumer;
import io.feige.client.Delivery;
import io.feige.client.internal.base.TwoStepClose;
import java.util.List;

/** A consumer that a listener takes its messages from without a thread that waits. Any thread. */
public interface Feed extends Consumer, TwoStepClose {
  /**
   * Takes what may be handled now.
   *
   * @param most the most messages to take; may be 0
   * @param free for how many messages there are handlers that wait, at least {@code most}: what is
   *     not there yet of these is asked for, and when something has come the signal is given
   * @throws io.feige.client.FeigeException the broker refuses, or what came is damaged
   * @throws IllegalStateException the consumer is closed
   */
  List<Delivery> poll(int most, int free);

  /** Whether a {@link #poll} may find something, now or soon. */
  boolean hasMore();

  /**
   * Says whom to tell that a {@link #poll} may find something, or that it fails. The signal must
   * not block and may be given once too often.
   */
  void whenReady(Runnable signal);

  @Override
  void close();
}
