package io.feige.admin.letter;

import io.feige.client.DeadLetter;
import io.feige.client.ReceivedMessage;
import java.util.regex.Pattern;

/**
 * Which letters are meant.
 *
 * @param group that gave them up; empty: any
 * @param reason a text in the reason, or in its {@link #shape}; empty: any
 */
public record LetterFilter(String group, String reason) {
  /** Numbers, and what looks like a key or an id: they differ where the fault is the same. */
  private static final Pattern VARYING =
      Pattern.compile(
          "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{8,}|[0-9]+");

  /** A reason with {@code #} for each number and id in it. */
  public static String shape(String reason) {
    return VARYING.matcher(reason).replaceAll("#");
  }

  /** Whether it leaves any out. */
  public boolean isSet() {
    return !group.isEmpty() || !reason.isEmpty();
  }

  private boolean isIn(String text) {
    return text.contains(reason) || shape(text).contains(reason);
  }

  /** Whether a letter is among them. */
  public boolean means(ReceivedMessage letter) {
    DeadLetter origin = letter.deadLetter().orElse(null);
    return origin == null
        ? !isSet()
        : (group.isEmpty() || origin.group().equals(group)) && isIn(origin.reason());
  }
}
