package io.feige.proxy.verb;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.client.DeadLetter;
import io.feige.client.Delivery;
import io.feige.client.Header;
import io.feige.client.Mail;
import io.feige.client.ReceivedMessage;
import io.feige.protocol.batch.HeaderMap;
import io.feige.protocol.batch.RecordHeader;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as it is told: text where the bytes are text, Base64 where they are not.
 *
 * @param id what it is settled by; null: it was read and not pulled
 * @param attempt which delivery of it; null: it was read and not pulled
 * @param sequence its number in a mailbox; null: it was not read from one
 * @param problem why it cannot be read; then it has no key, no headers and an empty body here
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record MessageJson(
    @Nullable String id,
    @Nullable Integer attempt,
    @Nullable Long sequence,
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
  public record LetterJson(String topic, String group, long offset, int attempts, String reason) {
    private static LetterJson of(DeadLetter letter) {
      return new LetterJson(
          letter.topic(), letter.group(), letter.offset(), letter.attempts(), letter.reason());
    }
  }

  /** One that was pulled. */
  public static MessageJson of(Delivery delivery) {
    return of(delivery, delivery.handle(), delivery.attempt(), null);
  }

  /** One that was read. */
  public static MessageJson of(ReceivedMessage message) {
    return of(message, null, null, null);
  }

  /** One of a mailbox. */
  public static MessageJson of(Mail mail) {
    return of(mail.message(), null, null, mail.sequence());
  }

  private static MessageJson of(
      ReceivedMessage message,
      @Nullable String id,
      @Nullable Integer attempt,
      @Nullable Long sequence) {
    String problem = message.problem().orElse(null);
    boolean isReadable = problem == null;
    byte[] body = isReadable ? message.body() : new byte[0];
    String bodyText = Utf8.text(body);
    byte @Nullable [] key = isReadable && message.hasKey() ? message.key() : null;
    String keyText = key == null ? null : Utf8.text(key);
    return new MessageJson(
        id,
        attempt,
        sequence,
        message.pair(),
        message.offset(),
        message.publishTime().toString(),
        message.storedAt().toString(),
        keyText,
        key == null || keyText != null ? null : Base64.getEncoder().encodeToString(key),
        isReadable ? headers(message) : null,
        bodyText,
        bodyText == null ? Base64.getEncoder().encodeToString(body) : null,
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
