package io.feige.proxy.broadcast;

import io.feige.proxy.caller.Who;
import io.feige.proxy.verb.MessageForm;
import org.jspecify.annotations.Nullable;

/**
 * What a subscriber follows, and where it begins.
 *
 * @param who may follow the topic
 * @param form as what it is told messages
 * @param places as it is told them
 * @param broadcast what it may be able to listen to from there; null: that is to be found out
 */
public record Beginning(
    Who who, String topic, MessageForm form, String places, @Nullable Broadcast broadcast) {}
