package io.feige.proxy.verb;

import io.feige.client.Header;
import io.feige.client.Message;
import io.feige.client.ReceivedMessage;
import java.util.Optional;
import java.util.Set;

/**
 * An event as a message holds it: the attribute {@code NAME} is the header {@code ce-NAME}, but
 * {@code datacontenttype} is {@code content-type}; the data is the body.
 */
public final class StoredEvent {
  /** What a pulled event is settled by. */
  static final String ID = "feigeid";

  /** Which delivery of it. */
  static final String ATTEMPT = "feigeattempt";

  /** Where it is. */
  static final String PAIR = "feigepair";

  /** Where it is there. */
  static final String OFFSET = "feigeoffset";

  /** Why the message cannot be read. */
  static final String PROBLEM = "feigeproblem";

  /** The message header that says what a body is. */
  public static final String TYPE_HEADER = "content-type";

  private static final String KEY = "partitionkey";

  /** These are of one delivery; who publishes it again does not publish them. */
  private static final Set<String> OURS = Set.of(ID, ATTEMPT, PAIR, OFFSET, PROBLEM);

  private StoredEvent() {}

  /** The message, to which more can be added; its key is the event's {@code partitionkey}. */
  public static Message.Builder message(CloudEvent event) {
    Message.Builder message = Message.builder().body(event.data());
    event
        .attributes()
        .forEach((name, value) -> {
          if (name.equals(CloudEvent.DATA_TYPE)) {
            message.header(TYPE_HEADER, value);
          } else if (!OURS.contains(name)) {
            message.header(CloudEventHeaders.PREFIX + name, value);
          }
          if (name.equals(KEY)) {
            message.key(value);
          }
        });
    return message;
  }

  /** The event as which the message was published; empty: it was published as none. */
  public static Optional<CloudEvent> published(ReceivedMessage message) {
    if (message.problem().isPresent()) {
      return Optional.empty();
    }
    CloudEvent.Builder event = new CloudEvent.Builder();
    for (Header header : message.headers()) {
      String name = header.name();
      if (name.startsWith(CloudEventHeaders.PREFIX)) {
        String attribute = name.substring(CloudEventHeaders.PREFIX.length());
        if (!attribute.equals(CloudEvent.DATA_TYPE)) {
          event.attributeIfPossible(attribute, header.text());
        }
      }
    }
    if (!event.missing().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(event(event, message));
  }

  /** The message as an event, whatever it was published as. */
  public static CloudEvent of(ReceivedMessage message) {
    return published(message).orElseGet(() -> made(message));
  }

  private static CloudEvent made(ReceivedMessage message) {
    CloudEvent.Builder event =
        new CloudEvent.Builder()
            .attribute("specversion", "1.0")
            .attribute("id", message.topic() + "/" + message.pair() + "/" + message.offset())
            .attribute("source", "/topics/" + message.topic())
            .attribute("type", "io.feige.message");
    event.attributeIfPossible("time", message.publishTime().toString());
    if (message.problem().isPresent()) {
      event.attributeIfPossible(PROBLEM, message.problem().get());
      return event.build(new byte[0]);
    }
    String key = message.hasKey() ? Utf8.text(message.key()) : null;
    if (key != null) {
      event.attributeIfPossible(KEY, key);
    }
    for (Header header : message.headers()) {
      if (!header.name().equals(CloudEvent.DATA_TYPE) && !OURS.contains(header.name())) {
        event.attributeIfPossible(header.name(), header.text());
      }
    }
    return event(event, message);
  }

  private static CloudEvent event(CloudEvent.Builder event, ReceivedMessage message) {
    message
        .header(TYPE_HEADER)
        .ifPresent(type -> event.attributeIfPossible(CloudEvent.DATA_TYPE, type.text()));
    return event.build(message.body());
  }
}
