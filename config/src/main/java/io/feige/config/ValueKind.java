package io.feige.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How the text of a setting is read and shown. */
public enum ValueKind {
  /** Any text. */
  TEXT,
  /** An http or https address, shown up to its port: what follows may be a secret. */
  URL,
  /** A text that is never shown; {@code file:PATH} or {@code env:NAME}: it stands there. */
  SECRET,
  /** true or false. */
  SWITCH,
  /** A whole number. */
  INTEGER,
  /** A port, or off. */
  PORT_OR_OFF,
  /** A size, with a unit. */
  BYTES,
  /** A duration, with a unit. */
  DURATION;

  /** What {@code off} is in a record. */
  public static final int OFF = -1;

  private static final String STARS = "********";
  private static final Pattern PLACE = Pattern.compile("(https?://[^/?#@]+)([/?#].*)?");

  /**
   * @return String, Boolean, Integer, Long (bytes) or Duration
   * @throws IllegalArgumentException with a sentence for the operator
   */
  Object parse(String text) {
    return switch (this) {
      case TEXT, URL, SECRET -> text.strip();
      case SWITCH -> parseSwitch(text);
      case INTEGER -> parseInteger(text);
      case PORT_OR_OFF ->
          text.strip().equalsIgnoreCase("off") ? Integer.valueOf(OFF) : parsePort(text);
      case BYTES -> Units.bytes(text);
      case DURATION -> Units.duration(text);
    };
  }

  /** The value as {@code config print} shows it: normalised, and never a secret. */
  String show(String text) {
    return switch (this) {
      case SECRET -> text.isBlank() ? "\"\"" : STARS;
      case TEXT -> text.isBlank() ? "\"\"" : text.strip();
      case URL -> text.isBlank() ? "\"\"" : showPlace(text.strip());
      case BYTES -> Units.showBytes(Units.bytes(text));
      case DURATION -> Units.showDuration(Units.duration(text));
      case SWITCH, INTEGER, PORT_OR_OFF -> text.strip().toLowerCase(Locale.ROOT);
    };
  }

  private static String showPlace(String url) {
    Matcher place = PLACE.matcher(url);
    if (!place.matches()) {
      return STARS;
    }
    String rest = place.group(2);
    return rest == null || rest.equals("/") ? url : place.group(1) + "/" + STARS;
  }

  private static Boolean parseSwitch(String text) {
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("'" + text + "' is neither true nor false");
    };
  }

  private static Integer parsePort(String text) {
    int port = parseInteger(text);
    if (port < 0) {
      throw new IllegalArgumentException("must be 0 to 65535 or off, not " + port);
    }
    return port;
  }

  private static Integer parseInteger(String text) {
    try {
      return Integer.valueOf(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' is not a whole number", e);
    }
  }
}
