package io.feige.broker.server.pair.store;

import io.feige.broker.store.history.RowFrames.Stretch;
import io.feige.protocol.frame.StoredFrame;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Messages that the journal has let go of, brought back from the message store: a bounded number of
 * bytes, the oldest of which make room. On the pair's loop.
 */
public final class HistoryFrames {
  /** What is asked for at once, about. */
  public static final int FETCH_BYTES = 1 << 20;

  private static final long MAX_BYTES = 16L << 20;

  /** Where messages are asked for; the answer goes to {@link #bring}. */
  public interface Store {
    /** Whether there is one. */
    boolean isOn();

    /**
     * Asks for messages of a partition from an offset on.
     *
     * @param below an offset that the journal has
     */
    void fetch(int partition, long from, long below);
  }

  private record Piece(int partition, Stretch stretch, long bytes) {}

  private final Store store;
  private final Map<Integer, TreeMap<Long, Piece>> pieces = new HashMap<>();
  private final ArrayDeque<Piece> byAge = new ArrayDeque<>();
  private final Map<Long, StoredFrame> byPosition = new HashMap<>();
  private final Map<Integer, Long> firstOffsets = new HashMap<>();
  private final Set<Integer> asked = new HashSet<>();
  private long bytes;

  public HistoryFrames(Store store) {
    this.store = store;
  }

  boolean isOn() {
    return store.isOn();
  }

  /** The frame that holds the offset, or the next one that came with it; null: there is none. */
  @Nullable StoredFrame find(int partition, long offset) {
    Piece piece = pieceOf(partition, offset);
    if (piece == null) {
      return null;
    }
    List<StoredFrame> frames = piece.stretch().frames();
    int from = 0;
    int to = frames.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      StoredFrame frame = frames.get(middle);
      if (frame.baseOffset() + frame.recordCount() > offset) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from < frames.size() ? frames.get(from) : null;
  }

  /** The oldest offset that may be in the store. */
  long firstOffset(int partition) {
    return firstOffsets.getOrDefault(partition, 0L);
  }

  /** The frame at a position, which {@link #find} has given in this turn of the loop. */
  StoredFrame at(long position) {
    return Objects.requireNonNull(byPosition.get(position), "a frame that is not here any more");
  }

  /** Up to which offset it is known here what there is; the same one: it has to be fetched. */
  long knownUntil(int partition, long offset) {
    Piece piece = pieceOf(partition, offset);
    return piece == null ? offset : piece.stretch().to();
  }

  private @Nullable Piece pieceOf(int partition, long offset) {
    TreeMap<Long, Piece> of = pieces.get(partition);
    Map.Entry<Long, Piece> floor = of == null ? null : of.floorEntry(offset);
    return floor == null || offset >= floor.getValue().stretch().to() ? null : floor.getValue();
  }

  /** Asks for messages, unless some of the partition are on their way. */
  void fetch(int partition, long from, long below) {
    if (store.isOn() && asked.add(partition)) {
      store.fetch(partition, from, below);
    }
  }

  /** What was asked for has come, or cannot be had now: then the stretch is null. */
  public void bring(int partition, @Nullable Stretch stretch) {
    asked.remove(partition);
    if (stretch != null) {
      removeOverlapping(partition, stretch);
      add(new Piece(partition, stretch, bytesOf(stretch)));
      while (bytes > MAX_BYTES && byAge.size() > 1) {
        remove(byAge.getFirst());
      }
    }
  }

  private static long bytesOf(Stretch stretch) {
    return stretch.frames().stream().mapToLong(StoredFrame::length).sum();
  }

  /** A frame must not be here twice, once whole and once from its middle on. */
  private void removeOverlapping(int partition, Stretch stretch) {
    byAge.stream()
        .filter(piece -> piece.partition() == partition)
        .filter(piece -> piece.stretch().from() < stretch.to())
        .filter(piece -> piece.stretch().to() > stretch.from())
        .toList()
        .forEach(this::remove);
  }

  private void add(Piece piece) {
    Stretch stretch = piece.stretch();
    if (stretch.from() <= firstOffset(piece.partition())) {
      long first =
          stretch.frames().isEmpty() ? stretch.to() : stretch.frames().getFirst().baseOffset();
      firstOffsets.put(piece.partition(), first);
    }
    byAge.addLast(piece);
    pieces.computeIfAbsent(piece.partition(), _ -> new TreeMap<>()).put(stretch.from(), piece);
    stretch.frames().forEach(frame -> byPosition.put(frame.position(), frame));
    bytes += piece.bytes();
  }

  private void remove(Piece piece) {
    byAge.remove(piece);
    TreeMap<Long, Piece> of = pieces.get(piece.partition());
    if (of != null) {
      of.remove(piece.stretch().from());
    }
    piece.stretch().frames().forEach(frame -> byPosition.remove(frame.position()));
    bytes -= piece.bytes();
  }

  /** Lets everything go. */
  public void clear() {
    pieces.clear();
    byAge.clear();
    byPosition.clear();
    firstOffsets.clear();
    asked.clear();
    bytes = 0;
  }
}
