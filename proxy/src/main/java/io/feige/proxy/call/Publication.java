package io.feige.proxy.call;

import io.feige.client.Message;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.verb.CloudEvent;
import io.feige.proxy.verb.CloudEventHeaders;
import io.feige.proxy.verb.CloudEventIn;
import io.feige.proxy.verb.MediaType;
import io.feige.proxy.verb.MessageIn;
import io.feige.proxy.verb.PublishIn;
import io.feige.proxy.verb.StoredEvent;
import io.feige.proxy.verb.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a request publishes. A body of JSON describes it, one message or many, and so do events as
 * JSON; any other body is a message itself, or the data of the event that headers tell of.
 *
 * @param isBatch whether each message has an outcome of its own
 */
record Publication(List<Message> messages, boolean isBatch) {
  private static final String FORM_TYPE = "application/x-www-form-urlencoded";

  /**
   * Reads a request.
   *
   * @throws Problem it says too little, too much, or what cannot be read
   */
  static Publication of(Request request) {
    Publication publication = read(request);
    return IdempotencyKey.of(request).map(publication::under).orElse(publication);
  }

  /** Each message under this key; many under the key and their number. */
  private Publication under(String key) {
    List<Message> keyed = new ArrayList<>(messages.size());
    for (Message message : messages) {
      if (!message.idempotencyKey().isEmpty()) {
        throw Problem.badRequest(
            "there may be either the header Idempotency-Key or idempotencyKey in the body");
      }
      keyed.add(message.withIdempotencyKey(isBatch ? key + "/" + keyed.size() : key));
    }
    return new Publication(keyed, isBatch);
  }

  private static Publication read(Request request) {
    String type = MediaType.nameOf(request.headerNamed(StoredEvent.TYPE_HEADER).orElse(""));
    return switch (type) {
      case CloudEvent.ONE -> one(event(request, CloudEventIn.one(request.body())));
      case CloudEvent.MANY ->
          new Publication(
              CloudEventIn.many(request.body()).stream()
                  .map(event -> event(request, event))
                  .toList(),
              true);
      default -> {
        if (isEvent(request)) {
          yield one(event(request, byHeaders(request)));
        }
        yield type.equals(Answer.JSON) ? described(request) : one(raw(request));
      }
    };
  }

  private static Publication one(Message message) {
    return new Publication(List.of(message), false);
  }

  private static Publication described(Request request) {
    request.query().among("durability");
    PublishIn in = Json.read(request.body(), PublishIn.class);
    return new Publication(in.read(), in.hasMany());
  }

  /** The body is the message, whatever it is. */
  private static Message raw(Request request) {
    Message.Builder message = Message.builder().body(request.body());
    request.query().all("header").forEach(header -> addHeader(message, header, false));
    bodyType(request).ifPresent(type -> message.header(StoredEvent.TYPE_HEADER, type));
    return withParameters(request, message);
  }

  private static boolean isEvent(Request request) {
    for (var header : request.headers()) {
      if (CloudEventHeaders.isOne(header.getKey())) {
        return true;
      }
    }
    return false;
  }

  private static CloudEvent byHeaders(Request request) {
    return CloudEventHeaders.read(
        request.headers(), bodyType(request).orElse(null), request.body());
  }

  private static Message event(Request request, CloudEvent event) {
    Message.Builder message = StoredEvent.message(event);
    request.query().all("header").forEach(header -> addHeader(message, header, true));
    return withParameters(request, message);
  }

  private static void addHeader(Message.Builder message, String header, boolean isBesideEvent) {
    int colon = header.indexOf(':');
    if (colon < 1) {
      throw Problem.badRequest("header must be NAME:VALUE, not " + Values.shown(header));
    }
    String name = header.substring(0, colon);
    boolean isOfEvent =
        CloudEventHeaders.isOne(name) || name.equalsIgnoreCase(StoredEvent.TYPE_HEADER);
    if (isBesideEvent && isOfEvent) {
      throw Problem.badRequest(
          "the event itself says its attributes, and not the parameter header "
              + Values.shown(header));
    }
    message.header(name, header.substring(colon + 1));
  }

  private static Message withParameters(Request request, Message.Builder message) {
    Query query =
        request.query().among("key", "header", "delayMillis", "timeToLiveMillis", "durability");
    if (query.has("key")) {
      message.key(query.text("key", ""));
    }
    MessageIn.times(
        message, query.numberIfAny("delayMillis"), query.numberIfAny("timeToLiveMillis"));
    return message.build();
  }

  /** curl says of every body that it is a form, unless it is told otherwise. */
  private static Optional<String> bodyType(Request request) {
    return request.headerNamed(StoredEvent.TYPE_HEADER).filter(type -> !type.equals(FORM_TYPE));
  }
}
