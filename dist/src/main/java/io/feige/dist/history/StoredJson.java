package io.feige.dist.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.feige.admin.json.TextOrBytes;
import io.feige.broker.store.history.Attempt;
import io.feige.broker.store.history.StoredMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message of the store in the JSON of {@code history}.
 *
 * @param body where it is text; otherwise {@code bodyBase64} has it
 * @param attempts null where they were not asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StoredJson(
    String id,
    String topic,
    String pair,
    long offset,
    int partition,
    long position,
    long epoch,
    @Nullable String key,
    @JsonRawValue @Nullable String headers,
    @Nullable String body,
    @Nullable String bodyBase64,
    @Nullable String problem,
    String publishedAt,
    String storedAt,
    @Nullable List<AttemptJson> attempts) {
  /** One attempt to deliver it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record AttemptJson(
      String group,
      int generation,
      int attempt,
      String outcome,
      String consumer,
      String settledAt,
      @Nullable String dueAt,
      @Nullable String reason) {
    static AttemptJson of(Attempt attempt) {
      return new AttemptJson(
          attempt.group(),
          attempt.generation(),
          attempt.attempt(),
          attempt.outcome(),
          attempt.consumer(),
          attempt.settledAt().toString(),
          attempt.dueAt() == null ? null : attempt.dueAt().toString(),
          attempt.reason());
    }
  }

  static StoredJson of(StoredMessage message) {
    return of(message, null);
  }

  static StoredJson of(StoredMessage message, @Nullable List<Attempt> attempts) {
    String text = TextOrBytes.text(message.body());
    return new StoredJson(
        message.id().toString(),
        message.id().topic(),
        message.id().pair(),
        message.id().offset(),
        message.partition(),
        message.position(),
        message.epoch(),
        message.key(),
        message.headers(),
        text,
        text == null ? TextOrBytes.base64(message.body()) : null,
        message.problem(),
        message.publishedAt().toString(),
        message.storedAt().toString(),
        attempts == null ? null : attempts.stream().map(AttemptJson::of).toList());
  }
}
