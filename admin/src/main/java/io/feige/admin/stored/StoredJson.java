package io.feige.admin.stored;

import io.feige.admin.json.Json;
import io.feige.admin.json.TextOrBytes;
import io.feige.broker.store.history.Attempt;
import io.feige.broker.store.history.Found;
import io.feige.broker.store.history.History;
import io.feige.broker.store.history.StoredMessage;
import io.feige.broker.store.row.HeadersJson;
import io.feige.protocol.batch.HeaderMap;
import io.feige.protocol.batch.RecordHeader;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A message of the store in the JSON of messages that nodes hold, and what became of it. */
final class StoredJson {
  private StoredJson() {}

  /**
   * A message that was found.
   *
   * @param mostBytes of one with more only the place is read and told
   * @return null: it is not there any more
   */
  static @Nullable ObjectNode of(History history, String topic, Found found, long mostBytes)
      throws SQLException {
    if (found.bytes() > mostBytes) {
      return Json.object()
          .put("pair", found.place().pair())
          .put("offset", found.place().offset())
          .put("storedAt", found.place().storedAt().toString())
          .put("tooLargeToShow", found.bytes());
    }
    StoredMessage message = history.at(topic, found.place()).orElse(null);
    return message == null ? null : of(message);
  }

  private static ObjectNode of(StoredMessage message) {
    ObjectNode json =
        Json.object()
            .put("pair", message.id().pair())
            .put("offset", message.id().offset())
            .put("publishTime", message.publishedAt().toString())
            .put("storedAt", message.storedAt().toString())
            .put("epoch", message.epoch());
    byte[] bytes = message.keyBytes();
    if (bytes != null) {
      put(json, "key", bytes);
    } else if (message.key() != null) {
      json.put("key", message.key());
    }
    List<RecordHeader> headers = HeadersJson.read(message.headers());
    if (!headers.isEmpty()) {
      json.set("headers", Json.of(HeaderMap.of(headers)));
    }
    put(json, "body", message.body());
    if (message.problem() != null) {
      json.put("problem", message.problem());
    }
    return json;
  }

  /** The same with what became of it, as far as that is shown. */
  static ObjectNode with(ObjectNode message, List<Attempt> attempts, int most) {
    List<Attempt> shown = attempts.subList(0, Math.min(most, attempts.size()));
    return message
        .set("attempts", Json.array(shown, StoredJson::of))
        .put("moreAttempts", shown.size() < attempts.size());
  }

  private static ObjectNode of(Attempt attempt) {
    ObjectNode json =
        Json.object()
            .put("group", attempt.group())
            .put("generation", attempt.generation())
            .put("attempt", attempt.attempt())
            .put("outcome", attempt.outcome())
            .put("consumer", attempt.consumer())
            .put("settledAt", attempt.settledAt().toString());
    if (attempt.dueAt() != null) {
      json.put("dueAt", attempt.dueAt().toString());
    }
    if (attempt.reason() != null) {
      json.put("reason", attempt.reason());
    }
    return json;
  }

  private static void put(ObjectNode json, String field, byte[] bytes) {
    String text = TextOrBytes.text(bytes);
    if (text != null) {
      json.put(field, text);
    } else {
      json.put(field + "Base64", TextOrBytes.base64(bytes));
    }
  }
}
