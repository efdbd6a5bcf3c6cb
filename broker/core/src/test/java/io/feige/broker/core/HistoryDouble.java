package io.feige.broker.core;

import io.feige.protocol.frame.StoredFrame;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a journal let go of and a history keeps. It is found only after it was fetched, a few frames
 * at a time, and only until something else of the partition is.
 */
final class HistoryDouble {
  private static final int FRAMES_AT_ONCE = 2;

  private record Piece(long from, long to) {}

  private final Map<Integer, NavigableMap<Long, StoredFrame>> kept = new HashMap<>();
  private final Map<Integer, Piece> pieces = new HashMap<>();
  private final Map<Integer, Long> wanted = new HashMap<>();
  private int asked;

  /** Frames of a partition come in the order of their offsets. */
  void keep(StoredFrame frame) {
    of(frame.partition()).put(frame.baseOffset(), frame);
  }

  Iterable<Map.Entry<Integer, NavigableMap<Long, StoredFrame>>> kept() {
    return kept.entrySet();
  }

  private NavigableMap<Long, StoredFrame> of(int partition) {
    return kept.computeIfAbsent(partition, _ -> new TreeMap<>());
  }

  private static long endOf(StoredFrame frame) {
    return frame.baseOffset() + frame.recordCount();
  }

  /** The frame that holds the offset or follows it, whether or not it was fetched. */
  static @Nullable StoredFrame find(NavigableMap<Long, StoredFrame> frames, long offset) {
    Map.Entry<Long, StoredFrame> floor = frames.floorEntry(offset);
    if (floor != null && endOf(floor.getValue()) > offset) {
      return floor.getValue();
    }
    Map.Entry<Long, StoredFrame> next = frames.higherEntry(offset);
    return next == null ? null : next.getValue();
  }

  @Nullable StoredFrame stored(int partition, long offset) {
    return find(of(partition), offset);
  }

  /** The same, of what was fetched. */
  @Nullable StoredFrame found(int partition, long offset) {
    Piece piece = pieces.get(partition);
    if (piece == null || offset < piece.from() || offset >= piece.to()) {
      return null;
    }
    StoredFrame frame = stored(partition, offset);
    return frame == null || frame.baseOffset() >= piece.to() ? null : frame;
  }

  long knownUntil(int partition, long offset) {
    NavigableMap<Long, StoredFrame> frames = of(partition);
    if (frames.isEmpty() || offset >= endOf(frames.lastEntry().getValue())) {
      return Long.MAX_VALUE;
    }
    Piece piece = pieces.get(partition);
    return piece != null && offset >= piece.from() && offset < piece.to() ? piece.to() : offset;
  }

  void fetch(int partition, long offset) {
    wanted.put(partition, offset);
    asked++;
  }

  /** How often something was asked for. */
  int asked() {
    return asked;
  }

  /** Brings what is wanted; returns the partitions of which there is something. */
  Set<Integer> bring() {
    wanted.forEach((partition, offset) -> {
      StoredFrame frame = stored(partition, offset);
      long from = frame == null ? offset : Math.min(offset, frame.baseOffset());
      long to = offset + 1;
      for (int i = 0; frame != null && i < FRAMES_AT_ONCE; i++) {
        to = endOf(frame);
        frame = stored(partition, to);
      }
      pieces.put(partition, new Piece(from, to));
    });
    Set<Integer> brought = new TreeSet<>(wanted.keySet());
    wanted.clear();
    return brought;
  }
}
