package io.feige.admin.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.client.DeadLetter;
import io.feige.client.Header;
import io.feige.client.ReceivedMessage;
import io.feige.protocol.batch.HeaderMap;
import io.feige.protocol.batch.RecordHeader;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message for scripts: text where the bytes are text, Base64 where they are not.
 *
 * @param problem why it cannot be read; then it has no key, no headers and an empty body here
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MessageJson(
    String pair,
    long offset,
    String publishTime,
    String storedAt,
    @Nullable String key,
    @Nullable String keyBase64,
    @Nullable Map<String, Object> headers,
    @Nullable String body,
    @Nullable String bodyBase64,
    @Nullable LetterJson deadLetter,
    @Nullable String problem) {
  /** Where a message of a dead-letter topic comes from. */
  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  public record LetterJson(
      String topic, String group, long offset, int attempts, String consumer, String reason) {
    /** What the client tells. */
    public static LetterJson of(DeadLetter letter) {
      return new LetterJson(
          letter.topic(),
          letter.group(),
          letter.offset(),
          letter.attempts(),
          letter.consumer(),
          letter.reason());
    }
  }

  /** What the client tells. */
  public static MessageJson of(ReceivedMessage message) {
    String problem = message.problem().orElse(null);
    boolean isReadable = problem == null;
    byte[] body = isReadable ? message.body() : new byte[0];
    String bodyText = TextOrBytes.text(body);
    byte @Nullable [] key = isReadable && message.hasKey() ? message.key() : null;
    String keyText = key == null ? null : TextOrBytes.text(key);
    return new MessageJson(
        message.pair(),
        message.offset(),
        message.publishTime().toString(),
        message.storedAt().toString(),
        keyText,
        key == null || keyText != null ? null : TextOrBytes.base64(key),
        isReadable ? headers(message) : null,
        bodyText,
        bodyText == null ? TextOrBytes.base64(body) : null,
        message.deadLetter().map(LetterJson::of).orElse(null),
        problem);
  }

  private static @Nullable Map<String, Object> headers(ReceivedMessage message) {
    Map<String, Object> headers =
        HeaderMap.of(message.headers().stream().map(MessageJson::header).toList());
    return headers.isEmpty() ? null : headers;
  }

  private static RecordHeader header(Header header) {
    return new RecordHeader(header.name(), header.value());
  }
}
