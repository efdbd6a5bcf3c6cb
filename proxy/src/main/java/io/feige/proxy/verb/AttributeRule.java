package io.feige.proxy.verb;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an attribute of an event may be: what CloudEvents 1.0.2 says of it, and bounds of ours. */
final class AttributeRule {
  private static final int LONGEST_NAME = 64;
  private static final int CONTROL_BEGIN = 0x7F;
  private static final int CONTROL_END = 0x9F;

  /** RFC 3339, section 5.6. */
  private static final Pattern TIME =
      Pattern.compile(
          "([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\\.[0-9]+)?"
              + "(?:[Zz]|[+-]([0-9]{2}):([0-9]{2}))");

  private AttributeRule() {}

  /** What is wrong with it; null: nothing. */
  static @Nullable String problem(String name, String value) {
    String ofName = problem(name);
    if (ofName != null) {
      return ofName;
    }
    String wrong = isText(value) ? wrong(name, value) : "has a character that no text has";
    return wrong == null ? null : "the attribute " + name + " " + wrong;
  }

  /** What is wrong with its name; null: nothing. */
  static @Nullable String problem(String name) {
    return isName(name)
        ? null
        : "the name of the attribute "
            + Values.shown(name)
            + " must be 1 to "
            + LONGEST_NAME
            + " of a-z and 0-9, and not data";
  }

  private static boolean isName(String name) {
    return !name.isEmpty()
        && name.length() <= LONGEST_NAME
        && !name.equals("data")
        && name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'));
  }

  /** Neither control characters, nor halves of a character, nor what Unicode says is none. */
  private static boolean isText(String value) {
    return value
        .codePoints()
        .noneMatch(c ->
            c < ' '
                || (c >= CONTROL_BEGIN && c <= CONTROL_END)
                || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)
                || (c >= 0xFDD0 && c <= 0xFDEF)
                || (c & 0xFFFE) == 0xFFFE);
  }

  private static @Nullable String wrong(String name, String value) {
    String shown = Values.shown(value);
    return switch (name) {
      case "specversion" -> value.equals("1.0") ? null : "must be 1.0, not " + shown;
      case "id", "type", "subject", "partitionkey" -> value.isEmpty() ? "is empty" : null;
      case "source" -> isUri(value, false) ? null : "must be a URI-reference, not " + shown;
      case "dataschema" -> isUri(value, true) ? null : "must be a whole URI, not " + shown;
      case "time" ->
          isTime(value)
              ? null
              : "must be a time of RFC 3339 such as 2026-11-26T09:30:00Z, not " + shown;
      case "datacontenttype" ->
          MediaType.of(value).isPresent()
              ? null
              : "must be a type such as application/json, not " + shown;
      default -> null;
    };
  }

  private static boolean isUri(String value, boolean isWhole) {
    try {
      return !value.isEmpty() && (new URI(value).isAbsolute() || !isWhole);
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static boolean isTime(String value) {
    Matcher parts = TIME.matcher(value);
    return parts.matches()
        && isDate(parts.group(1))
        && isAtMost(23, parts.group(2))
        && isAtMost(59, parts.group(3))
        && isAtMost(60, parts.group(4))
        && (parts.group(5) == null
            || (isAtMost(23, parts.group(5)) && isAtMost(59, parts.group(6))));
  }

  private static boolean isDate(String text) {
    try {
      return LocalDate.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isAtMost(int most, String digits) {
    return Integer.parseInt(digits) <= most;
  }
}
