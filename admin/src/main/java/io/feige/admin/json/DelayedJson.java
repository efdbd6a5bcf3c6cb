package io.feige.admin.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.client.DelayedMessage;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A delayed message for scripts: its key as text where it is text, as Base64 where it is not. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DelayedJson(
    String id,
    String topic,
    String dueAt,
    String publishedAt,
    @Nullable String key,
    @Nullable String keyBase64,
    int bodyBytes) {
  /** What the client tells. */
  public static DelayedJson of(DelayedMessage message) {
    byte @Nullable [] key = message.key().map(DelayedJson::bytes).orElse(null);
    String text = key == null ? null : TextOrBytes.text(key);
    return new DelayedJson(
        message.id(),
        message.topic(),
        message.dueAt().toString(),
        message.publishedAt().toString(),
        text,
        key == null || text != null ? null : TextOrBytes.base64(key),
        message.bodyLength());
  }

  private static byte[] bytes(ByteBuffer key) {
    byte[] bytes = new byte[key.remaining()];
    key.duplicate().get(bytes);
    return bytes;
  }
}
