package io.feige.dist.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Durations with a unit: {@code 250us}, {@code 200ms}, {@code 2s}, {@code 5m}, {@code 1h}, {@code
 * 7d}.
 */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(us|ms|s|m|h|d)");

  @Override
  public Duration convert(String text) {
    Matcher match = FORM.matcher(text.strip());
    if (!match.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration: a number with us, ms, s, m, h or d, as in 2s");
    }
    long number = Long.parseLong(match.group(1));
    return switch (match.group(2)) {
      case "us" -> Duration.ofNanos(number * 1000);
      case "ms" -> Duration.ofMillis(number);
      case "s" -> Duration.ofSeconds(number);
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofDays(number);
    };
  }
}
