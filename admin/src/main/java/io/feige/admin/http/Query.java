package io.feige.admin.http;

import io.feige.client.LetterId;
import io.feige.client.StartFrom;
import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parameters of a request's query. */
final class Query {
  private static final String FORMS =
      "earliest, latest, an offset, or a time as 2026-11-21T08:00:00Z";

  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}([.]\\d{1,9})?Z");

  private Query() {}

  /** A number in a range. */
  static int number(Context context, String name, int otherwise, int least, int most) {
    String text = context.queryParam(name);
    if (text == null) {
      return otherwise;
    }
    int value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
    if (value < least || value > most) {
      throw Problem.badRequest(name + " must be a number from " + least + " to " + most);
    }
    return value;
  }

  /** A text; empty: there is none. */
  static String text(Context context, String name) {
    return text(context, name, "");
  }

  /** A text, or another where there is none. */
  static String text(Context context, String name, String otherwise) {
    String text = context.queryParam(name);
    return text == null ? otherwise : text;
  }

  /** A dead letter; null: none is named. */
  static @Nullable LetterId letter(Context context, String name) {
    String text = text(context, name);
    try {
      return text.isEmpty() ? null : LetterId.parse(text);
    } catch (IllegalArgumentException e) {
      throw Problem.badRequest(name + ": " + e.getMessage());
    }
  }

  /** An offset. */
  static long offset(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw Problem.badRequest("an offset is a number of at most 18 digits, not '" + text + "'");
    }
    return Long.parseLong(text);
  }

  /** A moment. */
  static Instant time(String name, String text) {
    try {
      if (TIME.matcher(text).matches()) {
        return Instant.parse(text);
      }
    } catch (DateTimeException e) {
      throw Problem.badRequest(name + " is a time that there is not");
    }
    throw Problem.badRequest(name + " must be a time as 2026-11-21T08:00:00Z");
  }

  /** A place in a topic. */
  static StartFrom place(String text) {
    return switch (text) {
      case "earliest" -> StartFrom.earliest();
      case "latest" -> StartFrom.latest();
      default -> text.matches("\\d{1,18}") ? StartFrom.offset(Long.parseLong(text)) : time(text);
    };
  }

  private static StartFrom time(String text) {
    try {
      return StartFrom.time(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
      throw Problem.badRequest("a place in a topic is " + FORMS);
    }
  }
}
