package io.feige.broker.journal.format;

/**
 * Why the bytes at a place are not the frame that belongs there.
 *
 * @param words the reason, as part of a sentence
 */
public record FrameFault(Kind kind, String words) {
  public enum Kind {
    /** Nothing was written. */
    EMPTY,
    /** A whole header with a valid checksum says things that only another release knows. */
    FOREIGN,
    /** Written, and not what was written. */
    DAMAGED
  }

  static FrameFault damaged(String words) {
    return new FrameFault(Kind.DAMAGED, words);
  }

  boolean isEmpty() {
    return kind == Kind.EMPTY;
  }
}
