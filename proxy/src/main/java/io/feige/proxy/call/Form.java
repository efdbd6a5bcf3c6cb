package io.feige.proxy.call;

import io.feige.client.Delivery;
import io.feige.client.ReceivedMessage;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Json;
import io.feige.proxy.verb.CloudEvent;
import io.feige.proxy.verb.CloudEventHeaders;
import io.feige.proxy.verb.CloudEventJson;
import io.feige.proxy.verb.MediaType;
import io.feige.proxy.verb.MessageJson;
import io.feige.proxy.verb.StoredEvent;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** As what a caller wants messages: what its header {@code Accept} says. */
enum Form {
  /** Many, each with all that it has. */
  JSON,
  /** One as it is; the rest of it stands in headers. */
  RAW,
  /** One as an event of CloudEvents. */
  EVENT,
  /** Many of those. */
  EVENTS;

  private static final String BYTES = "application/octet-stream";

  private record MessagesOut(List<MessageJson> messages) {}

  /** What is wanted; JSON if it is not one of these. */
  static Form of(Request request) {
    return switch (MediaType.nameOf(request.headerNamed("accept").orElse(""))) {
      case BYTES -> RAW;
      case CloudEvent.ONE -> EVENT;
      case CloudEvent.MANY -> EVENTS;
      default -> JSON;
    };
  }

  /** The same of who reads without a group, and can have no message as it is. */
  static Form toRead(Request request) {
    Form wanted = of(request);
    return wanted == RAW ? JSON : wanted;
  }

  private boolean isOfOne() {
    return this == RAW || this == EVENT;
  }

  /** So many messages, if it is not said. */
  int usual() {
    return isOfOne() ? 1 : Query.USUAL;
  }

  /** So many can be wanted. */
  int most() {
    return isOfOne() ? 1 : Query.MOST;
  }

  /** What was pulled. */
  Answer.Whole pulled(List<Delivery> pulled) {
    return switch (this) {
      case JSON -> Answer.json(new MessagesOut(pulled.stream().map(MessageJson::of).toList()));
      case EVENTS -> many(pulled.stream().map(CloudEventJson::placed).toList());
      case RAW, EVENT -> {
        if (pulled.isEmpty()) {
          yield Answer.nothing();
        }
        Delivery delivery = pulled.getFirst();
        Map<String, String> headers = place(delivery);
        headers.put("Feige-Id", delivery.handle());
        headers.put("Feige-Attempt", Integer.toString(delivery.attempt()));
        yield this == RAW ? raw(delivery, headers) : event(delivery, headers);
      }
    };
  }

  /** What was read without a group. */
  Answer.Whole read(List<ReceivedMessage> read) {
    return switch (this) {
      case JSON, RAW -> Answer.json(new MessagesOut(read.stream().map(MessageJson::of).toList()));
      case EVENTS -> many(read.stream().map(CloudEventJson::placed).toList());
      case EVENT ->
          read.isEmpty() ? Answer.nothing() : event(read.getFirst(), place(read.getFirst()));
    };
  }

  private static Answer.Whole many(List<Map<String, Object>> events) {
    return Answer.of(CloudEvent.MANY, Json.line(events));
  }

  private static Answer.Whole event(ReceivedMessage message, Map<String, String> headers) {
    return Answer.of(CloudEvent.ONE, Json.line(CloudEventJson.of(message)), headers);
  }

  /** An event has its attributes in headers, unless there is no room for them there. */
  private static Answer.Whole raw(ReceivedMessage message, Map<String, String> headers) {
    if (message.problem().isPresent()) {
      headers.put("Feige-Problem", message.problem().get());
      return Answer.of(BYTES, new byte[0], headers);
    }
    CloudEvent event = StoredEvent.published(message).orElse(null);
    if (event == null) {
      return Answer.of(BYTES, message.body(), headers);
    }
    if (!CloudEventHeaders.areEnoughFor(event)) {
      return event(message, headers);
    }
    headers.putAll(CloudEventHeaders.write(event));
    return Answer.of(event.dataType().orElse(BYTES), event.data(), headers);
  }

  private static Map<String, String> place(ReceivedMessage message) {
    Map<String, String> headers = new HashMap<>();
    headers.put("Feige-Pair", message.pair());
    headers.put("Feige-Offset", Long.toString(message.offset()));
    headers.put("Feige-Stored-At", message.storedAt().toString());
    boolean hasKey = message.problem().isEmpty() && message.hasKey();
    String key = hasKey ? message.keyText() : "";
    if (hasKey && key.chars().allMatch(c -> c >= ' ' && c <= '~')) {
      headers.put("Feige-Key", key);
    }
    return headers;
  }
}
