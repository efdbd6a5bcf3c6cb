package io.feige.client;

import io.feige.protocol.model.NameRule;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names a dead letter of a topic, in words such as {@code pair-1/17}.
 *
 * @param pair where it is held
 * @param offset of the letter there, in the dead-letter topic
 */
public record LetterId(String pair, long offset) {
  private static final Pattern FORM = Pattern.compile("([A-Za-z0-9._-]+)/(0|[1-9][0-9]{0,17})");

  /**
   * Refuses a negative offset.
   *
   * @throws IllegalArgumentException if it is one
   */
  public LetterId {
    if (offset < 0) {
      throw new IllegalArgumentException("the offset of a letter is not negative");
    }
  }

  /** That of a message that was read from a dead-letter topic. */
  public static LetterId of(ReceivedMessage letter) {
    return new LetterId(letter.pair(), letter.offset());
  }

  /**
   * Reads what {@link #toString} wrote.
   *
   * @throws IllegalArgumentException the text is something else
   */
  public static LetterId parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches() || !NameRule.permits(parts.group(1))) {
      throw new IllegalArgumentException(
          "the id of a dead letter looks like pair-1/17, not '" + text + "'");
    }
    return new LetterId(parts.group(1), Long.parseLong(parts.group(2)));
  }

  @Override
  public String toString() {
    return pair + "/" + offset;
  }
}
