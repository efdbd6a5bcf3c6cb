package io.feige.admin.letter;

import io.feige.client.DeadLetter;
import io.feige.client.ReceivedMessage;

/**
 * Which letters are meant.
 *
 * @param group that gave them up; empty: any
 * @param reason a text in the reason; empty: any
 */
public record LetterFilter(String group, String reason) {
  /** Whether it leaves any out. */
  public boolean isSet() {
    return !group.isEmpty() || !reason.isEmpty();
  }

  /** Whether a letter is among them. */
  public boolean means(ReceivedMessage letter) {
    DeadLetter origin = letter.deadLetter().orElse(null);
    return origin == null
        ? !isSet()
        : (group.isEmpty() || origin.group().equals(group)) && origin.reason().contains(reason);
  }
}
