package io.feige.dist.message;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.client.Header;
import io.feige.client.ReceivedMessage;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message for scripts: text where the bytes are text, Base64 where they are not. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record MessageJson(
    long offset,
    String publishTime,
    String storedAt,
    @Nullable String key,
    @Nullable String keyBase64,
    @Nullable Map<String, String> headers,
    @Nullable String body,
    @Nullable String bodyBase64) {
  static MessageJson of(ReceivedMessage message) {
    byte[] body = message.body();
    String bodyText = text(body);
    byte @Nullable [] key = message.hasKey() ? message.key() : null;
    String keyText = key == null ? null : text(key);
    return new MessageJson(
        message.offset(),
        message.publishTime().toString(),
        message.storedAt().toString(),
        keyText,
        key == null || keyText != null ? null : base64(key),
        headers(message),
        bodyText,
        bodyText == null ? base64(body) : null);
  }

  private static @Nullable Map<String, String> headers(ReceivedMessage message) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : message.headers()) {
      headers.put(header.name(), header.text());
    }
    return headers.isEmpty() ? null : headers;
  }

  private static @Nullable String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException notText) {
      return null;
    }
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }
}
