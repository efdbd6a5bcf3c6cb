package io.feige.dist.letter;

/** Letters as a person reads them. */
final class LetterWords {
  private static final int MAX_CHARS = 100;

  /** Stands for the reason of what is no dead letter. */
  static final String PUBLISHED = "(published to the dead letters)";

  private LetterWords() {}

  /** That there is nothing to show. */
  static String none(String topic, FilterOptions filter) {
    String words = "Topic " + topic + " has no open dead letters";
    return words + (filter.filter().isSet() ? " that fit." : ".");
  }

  /** On one line, and not wider than a column should be. */
  static String oneLine(String text) {
    String line = text.replaceAll("\\p{Cntrl}", " ");
    return line.length() <= MAX_CHARS ? line : line.substring(0, MAX_CHARS) + "...";
  }
}
