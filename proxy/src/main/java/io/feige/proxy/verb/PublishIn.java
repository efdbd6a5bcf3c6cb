package io.feige.proxy.verb;

import io.feige.client.Message;
import io.feige.proxy.answer.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is published as JSON: one message with the fields of {@link MessageIn}, or many.
 *
 * @param messages many; then the other fields are null
 */
public record PublishIn(
    @Nullable String key,
    @Nullable String keyBase64,
    @Nullable Map<String, @Nullable Object> headers,
    @Nullable String body,
    @Nullable String bodyBase64,
    @Nullable Long delayMillis,
    @Nullable Long timeToLiveMillis,
    @Nullable String idempotencyKey,
    @Nullable List<@Nullable MessageIn> messages) {
  /** The most messages of a batch. */
  static final int MOST = 10_000;

  /** Whether there are many, each with an outcome of its own. */
  public boolean hasMany() {
    return messages != null;
  }

  /**
   * The messages; one if there are not many.
   *
   * @throws Problem one of them says too little or too much
   */
  public List<Message> read() {
    List<@Nullable MessageIn> many = messages;
    if (many == null) {
      MessageIn one =
          new MessageIn(
              key,
              keyBase64,
              headers,
              body,
              bodyBase64,
              delayMillis,
              timeToLiveMillis,
              idempotencyKey);
      return List.of(one("", one));
    }
    boolean isAlone =
        Stream.of(
                key,
                keyBase64,
                headers,
                body,
                bodyBase64,
                delayMillis,
                timeToLiveMillis,
                idempotencyKey)
            .allMatch(Objects::isNull);
    if (!isAlone) {
      throw Problem.badRequest("beside messages there may be nothing else");
    }
    if (many.isEmpty()) {
      throw Problem.badRequest("messages is empty");
    }
    if (many.size() > MOST) {
      throw Problem.badRequest("there may be " + MOST + " messages at a time, not " + many.size());
    }
    List<Message> all = new ArrayList<>(many.size());
    for (MessageIn message : many) {
      all.add(one("message " + all.size() + ": ", message));
    }
    return all;
  }

  private static Message one(String where, @Nullable MessageIn in) {
    if (in == null) {
      throw Problem.badRequest(where + "it is null");
    }
    try {
      return in.message();
    } catch (IllegalArgumentException | Problem e) {
      throw Problem.badRequest(where + e.getMessage());
    }
  }
}
