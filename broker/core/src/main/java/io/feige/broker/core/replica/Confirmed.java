package io.feige.broker.core.replica;

/**
 * Position up to which this replica knows its journal to be confirmed. It never goes back, but when
 * the journal itself is cut.
 */
final class Confirmed {
  private long position;

  long position() {
    return position;
  }

  /** Goes on to a position; one that was passed already changes nothing. */
  void learn(long upTo) {
    position = Math.max(position, upTo);
  }

  /** Goes on to a position that must be ahead. */
  void advance(long upTo) {
    if (upTo <= position) {
      throw new IllegalStateException("commit goes from " + position + " to " + upTo);
    }
    position = upTo;
  }

  /** The journal holds nothing from a position on any more. */
  void cut(long end) {
    position = Math.min(position, end);
  }
}
