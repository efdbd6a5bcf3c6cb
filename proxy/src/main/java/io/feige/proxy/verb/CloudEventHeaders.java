package io.feige.proxy.verb;

import io.feige.proxy.answer.Problem;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The attributes of an event as headers of HTTP, beside a body that is its data. */
public final class CloudEventHeaders {
  /** What stands before the name of an attribute. */
  static final String PREFIX = "ce-";

  private static final int MOST_CHARS = 16 << 10;
  private static final String HEX = "0123456789ABCDEF";

  private CloudEventHeaders() {}

  /** Whether a header is, or wants to be, an attribute's. */
  public static boolean isOne(String header) {
    return header.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
  }

  /**
   * Reads an event.
   *
   * @param headers all headers of a request
   * @param dataType what the body is; null: it is not said
   * @throws Problem it is none, and which header is wrong or missing
   */
  public static CloudEvent read(
      Iterable<Map.Entry<String, String>> headers, @Nullable String dataType, byte[] body) {
    CloudEvent.Builder event = new CloudEvent.Builder();
    for (Map.Entry<String, String> header : headers) {
      if (isOne(header.getKey())) {
        String name = header.getKey().substring(PREFIX.length()).toLowerCase(Locale.ROOT);
        if (name.equals(CloudEvent.DATA_TYPE)) {
          throw Problem.badRequest("the header Content-Type says datacontenttype, and no other");
        }
        event.attribute(name, decoded(name, header.getValue()));
      }
    }
    if (dataType != null) {
      event.attribute(CloudEvent.DATA_TYPE, dataType);
    }
    return event.build(body);
  }

  /** Writes the attributes; what the data is stands in {@code Content-Type}. */
  public static Map<String, String> write(CloudEvent event) {
    Map<String, String> headers = new LinkedHashMap<>();
    event
        .attributes()
        .forEach((name, value) -> {
          if (!name.equals(CloudEvent.DATA_TYPE)) {
            headers.put(PREFIX + name, encoded(value));
          }
        });
    return headers;
  }

  /** Whether an event can be told so: its headers are not too long, and its data is no event. */
  public static boolean areEnoughFor(CloudEvent event) {
    int chars =
        write(event).entrySet().stream()
            .mapToInt(header -> header.getKey().length() + header.getValue().length())
            .sum();
    boolean isOfEvents =
        event.dataType().filter(type -> type.startsWith("application/cloudevents")).isPresent();
    return chars <= MOST_CHARS && !isOfEvents;
  }

  private static String encoded(String value) {
    StringBuilder text = new StringBuilder();
    for (byte next : value.getBytes(StandardCharsets.UTF_8)) {
      if (next > ' ' && next <= '~' && next != '"' && next != '%') {
        text.append((char) next);
      } else {
        text.append('%').append(HEX.charAt((next >> 4) & 0xF)).append(HEX.charAt(next & 0xF));
      }
    }
    return text.toString();
  }

  /**
   * Percent-encoded bytes are read once. Other bytes, and a percent sign that encodes nothing, are
   * taken as they are, because the SDK of CloudEvents for Java sends them.
   */
  private static String decoded(String name, String value) {
    String bare = unquoted(value);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(bare.length());
    for (int i = 0; i < bare.length(); i++) {
      int code = bare.charAt(i) == '%' ? code(bare, i) : -1;
      bytes.write(code < 0 ? bare.charAt(i) : code);
      i += code < 0 ? 0 : 2;
    }
    String text = Utf8.text(bytes.toByteArray());
    if (text == null) {
      throw Problem.badRequest(
          "the header "
              + Values.shown(PREFIX + name)
              + " must be UTF-8, percent-encoded where it is not ASCII");
    }
    return text;
  }

  /** The byte that is encoded there; less than 0: none. */
  private static int code(String text, int at) {
    if (at + 2 >= text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(at + 1), 16);
    int low = Character.digit(text.charAt(at + 2), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  /** As senders of before version 1.0.2 may write it. */
  private static String unquoted(String value) {
    if (value.length() < 2 || !value.startsWith("\"") || !value.endsWith("\"")) {
      return value;
    }
    StringBuilder bare = new StringBuilder();
    for (int i = 1; i < value.length() - 1; i++) {
      char next = value.charAt(i);
      if (next == '\\' && i < value.length() - 2) {
        i++;
      }
      bare.append(value.charAt(i));
    }
    return bare.toString();
  }
}
