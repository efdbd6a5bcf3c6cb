package io.feige.dist.torture;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Promises that were broken: all counted, the first ones kept in words. Any thread. */
final class Violations {
  /** What a node promises. */
  enum Kind {
    /** A message that was confirmed is not there. */
    LOST,
    /** A message came again after its ack was confirmed. */
    ACKED_CAME_AGAIN,
    /** A message came again as if for the first time. */
    REDELIVERY_UNMARKED,
    /** Offsets have a gap or go back. */
    OFFSETS,
    /** A message was stored twice. */
    STORED_TWICE,
    /** A message that was refused as not stored is stored. */
    REFUSED_BUT_STORED,
    /** A body has other bytes than were published. */
    CONTENT,
    /** The node did not serve again in time. */
    NOT_SERVING
  }

  private static final int MOST_WORDS = 20;

  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private final List<String> words = new ArrayList<>();

  synchronized void add(Kind kind, String what) {
    counts.merge(kind, 1L, Long::sum);
    if (words.size() < MOST_WORDS) {
      words.add(kind + ": " + what);
    }
  }

  synchronized long count(Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  synchronized boolean isEmpty() {
    return counts.isEmpty();
  }

  synchronized List<String> words() {
    return List.copyOf(words);
  }
}
