package io.feige.proxy.broadcast;

import io.feige.client.FeigeException;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Who;

/** Where those who follow a topic find what is read for all of them. */
@FunctionalInterface
public interface BroadcastSource {
  /**
   * The broadcast of a topic for those who show the same; begun now, at its end, if there is none.
   *
   * @throws Problem the caller is not let in
   * @throws FeigeException it may not read the topic, or there is none
   */
  Broadcast of(Who who, String topic);
}
