package io.feige.admin.event;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The place of an event in the order of all. Ids grow, also over restarts and from one leading
 * Admin to the next; no two Admins give the same one, however wrong a clock is, because the next
 * leadership has a number of its own.
 *
 * @param epoch of the latest leadership that the Admin knew of
 * @param number microseconds since 1970, or one more than the number before where that is higher
 */
public record EventId(long epoch, long number) implements Comparable<EventId> {
  /** Before every event. */
  public static final EventId NONE = new EventId(0, 0);

  private static final Pattern FORM = Pattern.compile("([0-9]{1,19})-([0-9]{1,19})");

  /**
   * Reads what {@link #toString} has written.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static EventId parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("an event's id is two numbers with - between");
    }
    try {
      return new EventId(Long.parseLong(form.group(1)), Long.parseLong(form.group(2)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("no event has so high an id", e);
    }
  }

  @Override
  public int compareTo(EventId other) {
    return epoch == other.epoch
        ? Long.compare(number, other.number)
        : Long.compare(epoch, other.epoch);
  }

  @Override
  public String toString() {
    return epoch + "-" + number;
  }
}
