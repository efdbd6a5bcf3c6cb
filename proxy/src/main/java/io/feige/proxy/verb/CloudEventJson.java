package io.feige.proxy.verb;

import io.feige.client.Delivery;
import io.feige.client.ReceivedMessage;
import io.feige.proxy.answer.Json;
import java.nio.charset.Charset;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.util.RawValue;

/**
 * An event as JSON, for {@link Json}. Data that is JSON stays as it was written, but for the ends
 * of its lines: an event is one line.
 */
public final class CloudEventJson {
  private CloudEventJson() {}

  /** A message as an event. */
  public static Map<String, Object> of(ReceivedMessage message) {
    return of(StoredEvent.of(message));
  }

  /** One of many that were read: says where it is, so that one can read on behind it. */
  public static Map<String, Object> placed(ReceivedMessage message) {
    Map<String, Object> words = of(message);
    words.put(StoredEvent.PAIR, message.pair());
    // A whole number of an event has 32 bits.
    words.put(StoredEvent.OFFSET, Long.toString(message.offset()));
    return words;
  }

  /** One of many that were pulled: says what it is settled by. */
  public static Map<String, Object> placed(Delivery delivery) {
    Map<String, Object> words = placed((ReceivedMessage) delivery);
    words.put(StoredEvent.ID, delivery.handle());
    words.put(StoredEvent.ATTEMPT, delivery.attempt());
    return words;
  }

  static Map<String, Object> of(CloudEvent event) {
    Map<String, Object> words = new LinkedHashMap<>(event.attributes());
    byte[] data = event.data();
    if (data.length > 0) {
      Object readable = readable(event.dataType().flatMap(MediaType::of).orElse(null), data);
      if (readable == null) {
        words.put("data_base64", Base64.getEncoder().encodeToString(data));
      } else {
        words.put("data", readable);
      }
    }
    return words;
  }

  /** What JSON can say of the data; null: only its bytes. */
  private static @Nullable Object readable(@Nullable MediaType type, byte[] data) {
    if (type != null && type.isJson()) {
      String text = Utf8.text(data);
      return text != null && Json.isJson(text)
          ? new RawValue(text.replace('\r', ' ').replace('\n', ' '))
          : null;
    }
    Charset charset = type != null && type.isText() ? type.charset() : null;
    return charset == null ? null : Utf8.text(data, charset);
  }
}
