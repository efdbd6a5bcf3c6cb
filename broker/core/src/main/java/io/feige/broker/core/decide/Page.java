package io.feige.broker.core.decide;

import java.util.ArrayList;
import java.util.List;

/**
 * One page of a list that may be long. However many topics and groups there are, one answer has so
 * many entries and bytes at most and one decision looks at so many, so that other work gets its
 * turn. Used once.
 *
 * @param <T> what is listed
 */
final class Page<T> {
  static final int MAX_ENTRIES = 1_000;
  static final int MAX_BYTES = 512 * 1_024;
  static final int MAX_LOOKED_AT = 10_000;

  /** What a description takes besides its texts, rounded up. */
  static final int BYTES_BESIDES_TEXTS = 128;

  private final List<T> entries = new ArrayList<>();
  private long bytes;
  private int lookedAt;

  List<T> entries() {
    return entries;
  }

  /** Counts something that was looked at and does not belong in the list. */
  void passOver() {
    lookedAt++;
  }

  /**
   * Adds an entry.
   *
   * @param textBytes length of its texts
   */
  void add(T entry, int textBytes) {
    entries.add(entry);
    lookedAt++;
    bytes += BYTES_BESIDES_TEXTS + textBytes;
  }

  boolean isFull() {
    return entries.size() >= MAX_ENTRIES || bytes >= MAX_BYTES || lookedAt >= MAX_LOOKED_AT;
  }
}
