package io.feige.proxy.broadcast;

import io.feige.client.FeigeException;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Who;
import io.feige.proxy.verb.MessageForm;
import io.feige.proxy.verb.Places;
import io.feige.proxy.verb.Starts;

/** Where those who follow a topic find what is read for all of them. */
public interface BroadcastSource {
  /**
   * The broadcast of a topic for those who show the same and want messages in the same form; begun
   * now, at its end, if there is none.
   *
   * @throws Problem the caller is not let in
   * @throws FeigeException it may not read the topic, or there is none
   */
  Broadcast of(Who who, String topic, MessageForm form);

  /**
   * Where somebody goes on who was told its places before; see {@link Starts#resume}.
   *
   * @throws Problem the caller is not let in, or these are no places
   */
  Places resume(Who who, String last);
}
