package io.feige.broker.server.journal;

/**
 * Why the bytes at a place are not the frame that belongs there.
 *
 * @param words the reason, as part of a sentence
 */
record FrameFault(Kind kind, String words) {
  enum Kind {
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
