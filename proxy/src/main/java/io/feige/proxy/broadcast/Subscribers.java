package io.feige.proxy.broadcast;

import io.feige.client.FeigeException;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.caller.Callers;
import io.feige.proxy.caller.Who;
import io.feige.proxy.verb.Following;
import io.feige.proxy.verb.MessageForm;
import io.feige.proxy.verb.Places;
import io.feige.proxy.verb.Starts;
import org.jspecify.annotations.Nullable;

/**
 * What all who follow topics through this proxy share.
 *
 * @param callers are let in by the cluster
 * @param following counts those who follow a topic
 * @param broadcasts what is read for all
 */
public record Subscribers(Callers callers, Following following, BroadcastSource broadcasts) {
  /**
   * Finds out whether the caller may follow a topic, and where it begins.
   *
   * @param from a place as callers name it
   * @param after the places that it was told before, and goes on behind; null: none
   * @throws Problem the caller is not let in, or these are no places
   * @throws FeigeException it may not read the topic, or there is none
   */
  public Beginning find(
      Who who, String topic, MessageForm form, String from, @Nullable String after) {
    if (after != null) {
      Places places = broadcasts.resume(who, after);
      return new Beginning(who, topic, form, places.toString(), null);
    }
    if (from.equals(Starts.LATEST)) {
      Broadcast broadcast = broadcasts.of(who, topic, form);
      return new Beginning(who, topic, form, broadcast.places(), broadcast);
    }
    Places places = callers.with(who, caller -> Starts.begin(caller.client(), topic, from));
    return new Beginning(who, topic, form, places.toString(), null);
  }
}
