package io.feige.proxy.verb;

import io.feige.config.Units;
import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.IdentityRule;
import io.feige.protocol.model.NameRule;
import io.feige.proxy.answer.Problem;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What callers give, and what it means. What cannot be read is refused with its name. */
public final class Values {
  private static final int MAX_SHOWN = 40;

  /** A wait that is shorter would end before the nodes could be asked. */
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(100);

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(5);

  private Values() {}

  /** A name of a topic or a group. */
  public static String name(String what, String name) {
    String problem = NameRule.problem(name);
    if (problem != null) {
      throw Problem.badRequest("the " + what + " " + shown(name) + ": " + problem);
    }
    return name;
  }

  /** Whose mailbox. */
  public static String identity(String identity) {
    String problem = IdentityRule.problem(identity);
    if (problem != null) {
      throw Problem.badRequest("the mailbox " + shown(identity) + ": " + problem);
    }
    return identity;
  }

  /** A channel's name, or a pattern. */
  public static String filter(String filter) {
    String problem = ChannelRule.problemOfFilter(filter);
    if (problem != null) {
      throw Problem.badRequest("the filter " + shown(filter) + ": " + problem);
    }
    return filter;
  }

  /** A number in a mailbox. */
  public static long sequence(String name, @Nullable Long number) {
    if (number == null || number < 1) {
      throw Problem.badRequest(name + " must be 1 or more, not " + number);
    }
    return number;
  }

  /** A number of eighteen digits or fewer. */
  public static long whole(String name, String text) {
    if (text.isEmpty() || text.length() > 18 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw Problem.badRequest(name + " must be a whole number, not " + shown(text));
    }
    return Long.parseLong(text);
  }

  /** How many there are to be, from 1. */
  public static int count(String name, long value, int most) {
    if (value < 1 || value > most) {
      throw Problem.badRequest(name + " must be 1 to " + most + ", not " + value);
    }
    return (int) value;
  }

  /** A time in milliseconds. */
  public static Duration millis(String name, long value, Duration most) {
    if (value < 0 || value > most.toMillis()) {
      throw Problem.badRequest(
          name
              + " must be 0 to "
              + most.toMillis()
              + " ("
              + Units.showDuration(most)
              + "), not "
              + value);
    }
    return Duration.ofMillis(value);
  }

  /** How long somebody waits for the first message. */
  public static Duration patience(long waitMillis) {
    Duration asked = millis("waitMillis", waitMillis, LONGEST_WAIT);
    return asked.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : asked;
  }

  /** A constant by its name, in capitals or not. */
  public static <E extends Enum<E>> E constant(String name, String text, Class<E> type) {
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(text.toUpperCase(Locale.ROOT))) {
        return value;
      }
    }
    throw Problem.badRequest(
        name
            + " must be one of "
            + Arrays.toString(type.getEnumConstants())
            + ", not "
            + shown(text));
  }

  /** A text of a caller as it may stand in a sentence: not too long. */
  public static String shown(String text) {
    return "'" + (text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "…" : text) + "'";
  }
}
