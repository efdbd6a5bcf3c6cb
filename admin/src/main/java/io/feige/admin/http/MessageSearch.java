package io.feige.admin.http;

import io.feige.admin.json.Json;
import io.feige.admin.json.MessageJson;
import io.feige.client.FeigeClient;
import io.feige.client.Header;
import io.feige.client.Reader;
import io.feige.client.ReaderBuilder;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Looks through what a topic holds, from a place on. It ends at the topic's end, when enough was
 * found, or when it has looked at {@link #MOST_LOOKED_AT} messages, for {@link #LIMIT_NANOS} or at
 * an answer of {@link #MOST_SHOWN} characters; the answer says how far it came.
 *
 * @param pair the only one to look at; empty: all
 * @param key only messages with this key; null: any
 * @param header only messages with this header; empty: any
 * @param value what that header has to be; null: anything
 */
record MessageSearch(
    String topic,
    StartFrom from,
    String pair,
    @Nullable String key,
    String header,
    @Nullable String value,
    int limit) {
  static final int MOST_LOOKED_AT = 10_000;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final long MOST_SHOWN = 1L << 20;
  private static final long MOST_SHOWN_OF_ONE = 64L << 10;
  private static final int READ_AHEAD_BYTES = 256 << 10;
  private static final int USUAL = 20;
  private static final int MOST = 200;
  private static final Duration LOOK = Duration.ofMillis(200);

  static MessageSearch of(Context context) {
    String wanted = Query.text(context, "header");
    int equals = wanted.indexOf('=');
    return new MessageSearch(
        Topics.name(context),
        Query.place(Query.text(context, "from", "earliest")),
        Query.text(context, "pair"),
        context.queryParam("key"),
        equals < 0 ? wanted : wanted.substring(0, equals),
        equals < 0 ? null : wanted.substring(equals + 1),
        Query.number(context, "limit", USUAL, 1, MOST));
  }

  ObjectNode run(FeigeClient client) {
    Map<String, Long> ends = ends(client.topics().describe(topic));
    List<ObjectNode> found = new ArrayList<>();
    long begin = System.nanoTime();
    long shown = 0;
    int looked = 0;
    try (Reader reader = reader(client)) {
      while (found.size() < limit
          && looked < MOST_LOOKED_AT
          && shown < MOST_SHOWN
          && !isAtEnd(reader, ends)
          && System.nanoTime() - begin < LIMIT_NANOS) {
        // One by one: what was read and is not shown would have to be read again.
        for (ReceivedMessage message : reader.read(1, LOOK)) {
          looked++;
          if (isWanted(message)) {
            // Nothing of the message is kept: it would keep all of its batch.
            ObjectNode json = shown(message);
            shown += Json.text(json).length();
            found.add(json);
          }
        }
      }
      return told(reader, ends, found, looked);
    }
  }

  /** The message, or where it is, if it is too large to show. */
  static ObjectNode shown(ReceivedMessage message) {
    if (message.problem().isPresent()) {
      return Json.of(MessageJson.of(message));
    }
    long bytes = message.body().length + (message.hasKey() ? message.key().length : 0L);
    for (Header header : message.headers()) {
      bytes += header.name().length() + header.value().length;
    }
    return bytes <= MOST_SHOWN_OF_ONE ? Json.of(MessageJson.of(message)) : place(message, bytes);
  }

  private static ObjectNode place(ReceivedMessage message, long bytes) {
    ObjectNode place =
        Json.object()
            .put("pair", message.pair())
            .put("offset", message.offset())
            .put("publishTime", message.publishTime().toString())
            .put("storedAt", message.storedAt().toString())
            .put("tooLargeToShow", bytes);
    message
        .deadLetter()
        .ifPresent(origin -> place.set("deadLetter", Json.of(MessageJson.LetterJson.of(origin))));
    return place;
  }

  /** Where the topic ends now, at the pairs that hold something of it and are looked at. */
  private Map<String, Long> ends(TopicDescription described) {
    if (!pair.isEmpty() && described.pairs().stream().noneMatch(e -> e.pair().equals(pair))) {
      throw Problem.noSuchPair(pair);
    }
    return described.pairs().stream()
        .filter(each -> pair.isEmpty() || each.pair().equals(pair))
        .filter(each -> each.startOffset() < each.committedOffset())
        .filter(each -> from.kind() != StartFrom.Kind.LATEST)
        .collect(Collectors.toMap(TopicInPair::pair, TopicInPair::committedOffset));
  }

  private Reader reader(FeigeClient client) {
    ReaderBuilder builder = client.reader(topic).from(from).readAheadBytes(READ_AHEAD_BYTES);
    return pair.isEmpty() ? builder.build() : builder.pair(pair).build();
  }

  private boolean isWanted(ReceivedMessage message) {
    if (message.problem().isPresent()) {
      return key == null && header.isEmpty();
    }
    return (key == null || (message.hasKey() && message.keyText().equals(key)))
        && (header.isEmpty() || message.headers().stream().anyMatch(this::isWanted));
  }

  private boolean isWanted(Header shown) {
    return shown.name().equals(header) && (value == null || shown.text().equals(value));
  }

  private static boolean isAtEnd(Reader reader, Map<String, Long> ends) {
    return ends.entrySet().stream()
        .allMatch(end -> reader.nextOffset(end.getKey()) >= end.getValue());
  }

  private ObjectNode told(
      Reader reader, Map<String, Long> ends, List<ObjectNode> found, int looked) {
    ObjectNode next = Json.object();
    for (String each : ends.keySet()) {
      next.put(each, reader.nextOffset(each));
    }
    return Json.object()
        .put("topic", topic)
        .set("messages", Json.array(found, message -> message))
        .put("lookedAt", looked)
        .put("atEnd", isAtEnd(reader, ends))
        .set("next", next);
  }
}
