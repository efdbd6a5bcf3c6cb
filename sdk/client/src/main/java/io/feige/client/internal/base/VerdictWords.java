package io.feige.client.internal.base;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a verdict may say, made of whatever a program says: the same for every kind of client. A
 * verdict is never refused for its words, because a message that cannot be settled would come again
 * for ever.
 */
public final class VerdictWords {
  /** The longest reason of a dead letter, in characters. */
  public static final int MAX_REASON_CHARACTERS = 1_000;

  /** The longest delay before another attempt. */
  public static final long MAX_DELAY_MILLIS = Integer.MAX_VALUE;

  private static final char REPLACEMENT = '\uFFFD';

  private VerdictWords() {}

  /** A reason that can be stored: not too long, and without halves of surrogate pairs. */
  public static String reason(@Nullable String said) {
    if (said == null) {
      return "";
    }
    int length = Math.min(said.length(), MAX_REASON_CHARACTERS);
    boolean isCutInPair =
        length < said.length() && Character.isHighSurrogate(said.charAt(length - 1));
    StringBuilder reason =
        new StringBuilder(said).delete(isCutInPair ? length - 1 : length, said.length());
    for (int i = 0; i < reason.length(); i++) {
      char c = reason.charAt(i);
      if (isPairAt(reason, i)) {
        i++;
      } else if (Character.isSurrogate(c)) {
        reason.setCharAt(i, REPLACEMENT);
      }
    }
    return reason.toString();
  }

  /** A delay in milliseconds: nothing below zero, and at most {@link #MAX_DELAY_MILLIS}. */
  public static long delayMillis(Duration said) {
    if (said.isNegative()) {
      return 0;
    }
    return said.compareTo(Duration.ofMillis(MAX_DELAY_MILLIS)) > 0
        ? MAX_DELAY_MILLIS
        : said.toMillis();
  }

  private static boolean isPairAt(StringBuilder text, int i) {
    return i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
  }
}
