package io.feige.proxy.verb;

import io.feige.client.Message;
import io.feige.protocol.batch.HeaderMap;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message to publish.
 *
 * @param body text; the other one of it and {@code bodyBase64} is null
 * @param delayMillis after which it can be delivered; null: at once
 * @param timeToLiveMillis after which it is not delivered any more; null: as the topic says
 * @param idempotencyKey under which it is stored once; null: it has none
 */
public record MessageIn(
    @Nullable String key,
    @Nullable String keyBase64,
    @Nullable Map<String, @Nullable Object> headers,
    @Nullable String body,
    @Nullable String bodyBase64,
    @Nullable Long delayMillis,
    @Nullable Long timeToLiveMillis,
    @Nullable String idempotencyKey) {
  /** A day less than nodes take by default: it is counted from when a message is sent. */
  private static final Duration MOST_DELAY = Duration.ofDays(364);

  private static final Duration LONGEST_LIFE = Duration.ofDays(36_500);

  /**
   * The message.
   *
   * @throws io.feige.proxy.answer.Problem a part of it cannot be read
   * @throws IllegalArgumentException it says too little or too much
   */
  public Message message() {
    if ((body == null) == (bodyBase64 == null)) {
      throw new IllegalArgumentException("there must be either body or bodyBase64");
    }
    if (key != null && keyBase64 != null) {
      throw new IllegalArgumentException("there may be either key or keyBase64");
    }
    Message.Builder message = Message.builder();
    if (body != null) {
      message.body(body);
    } else {
      message.body(bytes("bodyBase64", bodyBase64));
    }
    if (key != null) {
      message.key(key);
    } else if (keyBase64 != null) {
      message.key(bytes("keyBase64", keyBase64));
    }
    if (headers != null) {
      HeaderMap.read(headers).forEach(header -> message.header(header.name(), header.value()));
    }
    times(message, delayMillis, timeToLiveMillis);
    if (idempotencyKey != null) {
      message.idempotencyKey(idempotencyKey);
    }
    return message.build();
  }

  private static byte[] bytes(String field, String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(field + " is not Base64", e);
    }
  }

  /** Reads when it is to be delivered. */
  public static void times(
      Message.Builder message, @Nullable Long delayMillis, @Nullable Long timeToLiveMillis) {
    if (delayMillis != null) {
      message.delay(Values.millis("delayMillis", delayMillis, MOST_DELAY));
    }
    if (timeToLiveMillis != null) {
      message.timeToLive(Values.millis("timeToLiveMillis", timeToLiveMillis, LONGEST_LIFE));
    }
  }
}
