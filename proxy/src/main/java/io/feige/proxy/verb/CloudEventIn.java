package io.feige.proxy.verb;

import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Json;
import io.feige.proxy.answer.Problem;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Events as JSON says them. Data that is JSON stays as it was written: it is cut out and not
 * written anew.
 */
public final class CloudEventIn {
  private static final int MOST_DIGITS = 11;

  private final String text;
  private final JsonParser parser;

  private CloudEventIn(String text, JsonParser parser) {
    this.text = text;
    this.parser = parser;
  }

  /** Where the data stands, as it is written. */
  private record Span(int begin, int end, JsonToken kind) {
    String in(String text) {
      return text.substring(begin, end);
    }
  }

  /**
   * One event.
   *
   * @throws Problem it is none, and which part of it is wrong
   */
  public static CloudEvent one(byte[] body) {
    String text = text(body);
    return Json.walk(
        text,
        parser -> {
          parser.nextToken();
          return new CloudEventIn(text, parser).event();
        });
  }

  /**
   * Many, or none.
   *
   * @throws Problem one of them is none, or there are too many
   */
  public static List<CloudEvent> many(byte[] body) {
    String text = text(body);
    return Json.walk(text, parser -> new CloudEventIn(text, parser).events());
  }

  private static String text(byte[] body) {
    String text = Utf8.text(body);
    if (text == null) {
      throw Problem.badRequest("the body is not UTF-8");
    }
    return text;
  }

  private List<CloudEvent> events() {
    if (parser.nextToken() != JsonToken.START_ARRAY) {
      throw Problem.badRequest("a batch of events must be an array");
    }
    List<CloudEvent> events = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (events.size() == PublishIn.MOST) {
        throw Problem.badRequest("there may be " + PublishIn.MOST + " events at a time");
      }
      try {
        events.add(event());
      } catch (Problem e) {
        throw Problem.badRequest("event " + events.size() + ": " + e.getMessage());
      }
    }
    return events;
  }

  private CloudEvent event() {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw Problem.badRequest("an event must be an object");
    }
    CloudEvent.Builder event = new CloudEvent.Builder();
    Span data = null;
    byte[] bytes = null;
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      parser.nextToken();
      switch (name) {
        case "data" -> data = span();
        case "data_base64" -> bytes = bytes();
        default -> {
          String value = scalar(name);
          if (value == null) {
            event.noAttribute(name);
          } else {
            event.attribute(name, value);
          }
        }
      }
    }
    if (data != null && bytes != null) {
      throw Problem.badRequest("there may be either data or data_base64");
    }
    if (data != null) {
      bytes = data(event, data);
    }
    return event.build(bytes == null ? new byte[0] : bytes);
  }

  /** The canonical text of an attribute; null: it says that there is none. */
  private @Nullable String scalar(String name) {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_STRING -> parser.getString();
      case VALUE_TRUE -> "true";
      case VALUE_FALSE -> "false";
      case VALUE_NUMBER_INT -> whole(name, parser.getString());
      default ->
          throw Problem.badRequest(
              "the attribute "
                  + Values.shown(name)
                  + " must be a text, a whole number, true or false");
    };
  }

  private static String whole(String name, String digits) {
    long value = digits.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(digits);
    if (value != (int) value) {
      throw Problem.badRequest(
          "the attribute " + Values.shown(name) + " is a number of more than 32 bits");
    }
    return Long.toString(value);
  }

  private byte @Nullable [] bytes() {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    if (parser.currentToken() != JsonToken.VALUE_STRING) {
      throw Problem.badRequest("data_base64 must be a text");
    }
    try {
      return Base64.getDecoder().decode(parser.getString());
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest("data_base64 is not Base64");
    }
  }

  private Span span() {
    JsonToken kind = parser.currentToken();
    int begin = (int) parser.currentTokenLocation().getCharOffset();
    parser.skipChildren();
    parser.finishToken();
    return new Span(begin, (int) parser.currentLocation().getCharOffset(), kind);
  }

  /** The bytes that the data is of the type that the event says, or else of JSON. */
  private byte[] data(CloudEvent.Builder event, Span data) {
    String type = event.attribute(CloudEvent.DATA_TYPE);
    if (type == null) {
      event.attribute(CloudEvent.DATA_TYPE, Answer.JSON);
    }
    Optional<MediaType> known = MediaType.of(type == null ? Answer.JSON : type);
    if (known.filter(MediaType::isJson).isPresent()) {
      return data.in(text).getBytes(StandardCharsets.UTF_8);
    }
    if (data.kind() != JsonToken.VALUE_STRING) {
      throw Problem.badRequest(
          "data must be a text, because datacontenttype " + type + " is not JSON");
    }
    String words =
        Json.walk(
            data.in(text),
            string -> {
              string.nextToken();
              return string.getString();
            });
    Charset charset = known.map(MediaType::charset).orElse(null);
    byte[] bytes = charset == null ? null : Utf8.bytes(words, charset);
    if (bytes == null) {
      throw Problem.badRequest(
          "data has characters that datacontenttype "
              + type
              + " does not write, or not here; say it as data_base64");
    }
    return bytes;
  }
}
