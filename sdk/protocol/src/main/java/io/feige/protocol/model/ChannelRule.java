package io.feige.protocol.model;

import io.feige.protocol.Utf8;
import org.jspecify.annotations.Nullable;

/**
 * What a channel of a topic of mailboxes may be called, and what a filter of channels may be. Both
 * have levels with {@code /} between them, as topics of MQTT do; the rules for filters are those of
 * MQTT 5.0, section 4.7.
 *
 * <p>A message goes to a channel when its key is {@link #MARK} and the channel's name.
 */
public final class ChannelRule {
  /** The longest name of a channel, and the longest filter, in bytes of UTF-8. */
  public static final int MAX_BYTES = IdentityRule.MAX_BYTES - 1;

  /** The most levels of either. */
  public static final int MAX_LEVELS = 16;

  /** The most levels of a filter that are {@link #ONE_LEVEL}: each makes more to look at. */
  public static final int MAX_WILDCARDS = 5;

  /** What a key that names a channel begins with. */
  public static final char MARK = '@';

  private static final char SEPARATOR = '/';

  /** Stands for one whole level of a channel's name. */
  public static final String ONE_LEVEL = "+";

  /** Stands for any number of levels. */
  public static final String ALL_LEVELS = "#";

  /** What neither of them speaks of, at the beginning of the first level. */
  public static final String HIDDEN = "$";

  private ChannelRule() {}

  /** What is wrong with a channel's name, as a sentence that does not repeat it; null: nothing. */
  public static @Nullable String problem(String channel) {
    String problem = problemOfEither("a channel's name", channel);
    if (problem == null && (channel.contains(ONE_LEVEL) || channel.contains(ALL_LEVELS))) {
      return "a channel's name has neither + nor #, which are for filters";
    }
    return problem;
  }

  /** What is wrong with a filter, as a sentence that does not repeat it; null: nothing. */
  public static @Nullable String problemOfFilter(String filter) {
    String problem = problemOfEither("a filter", filter);
    if (problem != null) {
      return problem;
    }
    String[] levels = levels(filter);
    int wildcards = 0;
    for (int i = 0; i < levels.length; i++) {
      String level = levels[i];
      wildcards += level.equals(ONE_LEVEL) ? 1 : 0;
      if (level.contains(ONE_LEVEL) && level.length() > 1) {
        return "+ of a filter stands alone in its level";
      }
      if (level.contains(ALL_LEVELS) && (level.length() > 1 || i < levels.length - 1)) {
        return "# of a filter stands alone in the last level";
      }
    }
    return wildcards > MAX_WILDCARDS ? "a filter has at most " + MAX_WILDCARDS + " times +" : null;
  }

  /** The levels of a name or a filter, which can be empty. */
  public static String[] levels(String text) {
    return text.split("/", -1);
  }

  /** Whether messages of a channel come by a filter; both are as they should be. */
  public static boolean fits(String filter, String channel) {
    String[] wanted = levels(filter);
    String[] levels = levels(channel);
    for (int i = 0; i < wanted.length; i++) {
      boolean isWild = wanted[i].equals(ALL_LEVELS) || wanted[i].equals(ONE_LEVEL);
      if (isWild && i == 0 && levels[0].startsWith(HIDDEN)) {
        return false;
      }
      if (wanted[i].equals(ALL_LEVELS)) {
        return true;
      }
      if (i == levels.length || !(isWild || wanted[i].equals(levels[i]))) {
        return false;
      }
    }
    return wanted.length == levels.length;
  }

  private static @Nullable String problemOfEither(String what, String text) {
    if (text.isEmpty()) {
      return what + " has at least one character";
    }
    // A character takes one byte or more, so that nothing long is looked at.
    if (text.length() <= MAX_BYTES && !Utf8.canEncode(text)) {
      return what + " has no half of a surrogate pair";
    }
    if (text.length() > MAX_BYTES || Utf8.encode(text).length > MAX_BYTES) {
      return what + " has at most " + MAX_BYTES + " bytes";
    }
    int levels = 1;
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i))) {
        return what + " has no control characters, as at index " + i;
      }
      levels += text.charAt(i) == SEPARATOR ? 1 : 0;
    }
    return levels > MAX_LEVELS ? what + " has at most " + MAX_LEVELS + " levels" : null;
  }

  /** Whether a key, or one to whom a message goes, is meant for a channel. */
  public static boolean isMarked(String recipient) {
    return !recipient.isEmpty() && recipient.charAt(0) == MARK;
  }

  /** The owner or the marked channel that a message's key names; null if it names neither. */
  public static @Nullable String recipientOf(byte @Nullable [] key) {
    if (key == null || key.length == 0 || key.length > IdentityRule.MAX_BYTES || key[0] != MARK) {
      return IdentityRule.ofKey(key);
    }
    String recipient = Utf8.decode(key, 0, key.length);
    return recipient == null || problem(unmarked(recipient)) != null ? null : recipient;
  }

  /** The key of messages for a channel. */
  public static String marked(String channel) {
    return MARK + channel;
  }

  /** The channel that a marked key names. */
  public static String unmarked(String recipient) {
    return recipient.substring(1);
  }
}
