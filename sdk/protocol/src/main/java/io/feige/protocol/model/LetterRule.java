package io.feige.protocol.model;

import org.jspecify.annotations.Nullable;

/** Where the dead letters of a topic are, and who keeps account of them. */
public final class LetterRule {
  /** Behind the name of a topic: the name of the topic with its dead letters. */
  public static final String SUFFIX = ".dlq";

  /** The group of a dead-letter topic that has settled those which were replayed or dropped. */
  public static final String DEALT_WITH = "dealt-with";

  private LetterRule() {}

  /** Whether a group of a topic is the one that keeps account of its letters. */
  public static boolean isAccount(String topic, String group) {
    return group.equals(DEALT_WITH) && isLetters(topic);
  }

  /** Whether a topic is one with dead letters. */
  public static boolean isLetters(String topic) {
    return topic.endsWith(SUFFIX);
  }

  /** The topic that the letters come from; null if this is not a dead-letter topic. */
  public static @Nullable String originOf(String letters) {
    return isLetters(letters) ? letters.substring(0, letters.length() - SUFFIX.length()) : null;
  }

  /** The topic that letters come from, named itself or by its dead-letter topic. */
  public static String originOrSelf(String topic) {
    String origin = originOf(topic);
    return origin == null ? topic : origin;
  }

  /** The topic with the dead letters of one. */
  public static String lettersOf(String topic) {
    return topic + SUFFIX;
  }
}
