package io.feige.dist.cli;

import io.feige.client.StartFrom;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A place in a topic: {@code earliest}, {@code latest}, an offset, a time such as {@code
 * 2026-11-21T08:00:00Z}, or how long ago, such as {@code 10m}.
 */
public final class PlaceConverter implements ITypeConverter<StartFrom> {
  /** For the descriptions of options. */
  public static final String FORMS =
      "earliest, latest, an offset, a time as 2026-11-21T08:00:00Z, or how long ago, as 10m";

  private final DurationConverter durations = new DurationConverter();

  @Override
  public StartFrom convert(String text) {
    String place = text.strip().toLowerCase(Locale.ROOT);
    if (place.equals("earliest")) {
      return StartFrom.earliest();
    }
    if (place.equals("latest")) {
      return StartFrom.latest();
    }
    if (place.matches("\\d{1,18}")) {
      return StartFrom.offset(Long.parseLong(place));
    }
    if (place.matches("\\d{1,9}[a-z]{1,2}")) {
      return StartFrom.time(Instant.now().minus(durations.convert(place)));
    }
    return StartFrom.time(time(text.strip()));
  }

  private static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException unreadable) {
      throw new TypeConversionException("'" + text + "' is no place in a topic: " + FORMS);
    }
  }
}
