package io.feige.protocol.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names a message that waits for its time, in words such as {@code pair-1/4711.0}.
 *
 * @param pair where it waits
 * @param batch id of its batch there
 * @param index of the message in the batch
 */
public record DelayedId(String pair, long batch, int index) {
  private static final Pattern FORM =
      Pattern.compile("([A-Za-z0-9._-]+)/(0|[1-9][0-9]{0,17})\\.(0|[1-9][0-9]{0,4})");

  /** Reads what {@link #toString} wrote; null for any other text. */
  public static @Nullable DelayedId parse(String text) {
    Matcher parts = FORM.matcher(text);
    return parts.matches() && NameRule.permits(parts.group(1))
        ? new DelayedId(
            parts.group(1), Long.parseLong(parts.group(2)), Integer.parseInt(parts.group(3)))
        : null;
  }

  @Override
  public String toString() {
    return pair + "/" + batch + "." + index;
  }
}
