package io.feige.client.internal.consume;

import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Some records of a chunk that follow each other.
 *
 * @param chunk the chunk
 * @param first index of the first record in the batch
 * @param count how many
 * @param attempt which delivery of them this is
 * @param isOurs whether they were claimed or started, so that nobody else gets them
 */
record Slice(Chunk chunk, int first, int count, int attempt, boolean isOurs) {
  /** The first so many of it. */
  Slice first(int most) {
    return most >= count ? this : new Slice(chunk, first, most, attempt, isOurs);
  }

  /** What follows the first so many of it. */
  Slice from(int skipped) {
    return new Slice(chunk, first + skipped, count - skipped, attempt, isOurs);
  }

  long firstOffset() {
    return chunk.offset(first);
  }

  long lastOffset() {
    return firstOffset() + count - 1;
  }

  Verdict claim() {
    return Verdict.claim(firstOffset(), lastOffset(), attempt);
  }

  Verdict start() {
    return Verdict.start(firstOffset(), lastOffset(), attempt);
  }

  Verdict release() {
    return Verdict.release(firstOffset(), lastOffset(), attempt);
  }

  /** The parts of it that are ours now: all but what has gone to somebody else. */
  List<Slice> without(List<OffsetRange> gone) {
    if (gone.isEmpty()) {
      return List.of(new Slice(chunk, first, count, attempt, true));
    }
    List<Slice> kept = new ArrayList<>();
    long base = firstOffset();
    int begin = 0;
    for (int i = 0; i <= count; i++) {
      if (i == count || isIn(gone, base + i)) {
        if (i > begin) {
          kept.add(new Slice(chunk, first + begin, i - begin, attempt, true));
        }
        begin = i + 1;
      }
    }
    return kept;
  }

  static int messagesIn(List<Slice> slices) {
    int messages = 0;
    for (Slice slice : slices) {
      messages += slice.count();
    }
    return messages;
  }

  static boolean isIn(List<OffsetRange> ranges, long offset) {
    for (OffsetRange range : ranges) {
      if (range.first() <= offset && offset <= range.last()) {
        return true;
      }
    }
    return false;
  }
}
