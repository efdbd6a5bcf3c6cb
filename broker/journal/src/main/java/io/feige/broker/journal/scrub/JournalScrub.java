package io.feige.broker.journal.scrub;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.DamagedStretch;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.segment.SegmentChain;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the sealed segments of an open journal from the disk, again and again, and checks each
 * frame with its checksums; so damage is found before somebody needs what is damaged, and while the
 * other replica still has it. Then it is mended with what the other replica sends.
 *
 * <p>A damaged header of a segment is made anew from what is known of the segment. Indexes are not
 * read: a damaged one is made anew when the journal is opened.
 *
 * <p>One thread at a time calls it, beside the loop; what says so may be asked by any.
 */
public final class JournalScrub implements Closeable {
  /** So many places are remembered; with more, reading goes on when some are mended. */
  static final int MAX_PLACES = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(JournalScrub.class);
  private static final long BEFORE_THE_FIRST = -1;

  private final FilePort files;
  private final Deque<DamagedStretch> places = new ArrayDeque<>();
  private @Nullable SegmentScrub segment;
  private long done = BEFORE_THE_FIRST;
  private volatile @Nullable DamagedStretch next;
  private final AtomicInteger damagedPlaces = new AtomicInteger();
  private final AtomicLong readBytes = new AtomicLong();
  private final AtomicLong mendedBytes = new AtomicLong();
  private final AtomicLong passes = new AtomicLong();

  public JournalScrub(FilePort files) {
    this.files = files;
  }

  /**
   * Reads about a mebibyte more.
   *
   * @param sealedBelow segments that end at or below are sealed
   * @return how many bytes were checked; 0: the end was reached, and the next call begins anew
   */
  public long step(long sealedBelow) throws IOException {
    try {
      SegmentScrub now = segment == null ? open(sealedBelow) : segment;
      if (now == null) {
        done = BEFORE_THE_FIRST;
        passes.incrementAndGet();
        return 0;
      }
      return read(now);
    } catch (NoSuchFileException e) {
      // Nobody needs the segment any more.
      closeSegment();
      return SegmentHeader.BYTES;
    } finally {
      tell();
    }
  }

  private long read(SegmentScrub now) throws IOException {
    long bytes = now.step(this::add);
    readBytes.addAndGet(bytes);
    if (now.isDone()) {
      closeSegment();
    }
    return bytes;
  }

  /** Takes note of damage, in the place of what was known of it. */
  private void add(DamagedStretch found) {
    places.removeIf(known -> known.from() < found.end() && found.from() < known.end());
    places.add(found);
  }

  private @Nullable SegmentScrub open(long sealedBelow) throws IOException {
    List<Long> firsts = SegmentChain.firsts(new TreeSet<>(files.list()));
    long start = firsts.isEmpty() ? 0 : firsts.getFirst();
    places.removeIf(place -> place.end() <= start);
    for (int i = 0; i + 1 < firsts.size(); i++) {
      long first = firsts.get(i);
      long end = firsts.get(i + 1);
      if (first > done && end <= sealedBelow) {
        return begin(first, end);
      }
    }
    return null;
  }

  private SegmentScrub begin(long first, long end) throws IOException {
    SegmentScrub begun = new SegmentScrub(files, first, end);
    segment = begun;
    done = first;
    if (!begun.hasHeader()) {
      SegmentMend.header(files, begun.headerAnew());
      mendedBytes.addAndGet(SegmentHeader.BYTES);
      LOG.warn(
          "JOURNAL-1013 the header of segment {} was damaged and is made anew",
          SegmentHeader.nameOf(first));
    }
    return begun;
  }

  private void closeSegment() throws IOException {
    if (segment != null) {
      segment.close();
      segment = null;
    }
  }

  private void tell() {
    next = places.peekFirst();
    damagedPlaces.set(places.size());
  }

  /** What is damaged and is to be mended next; null: nothing. Any thread. */
  public @Nullable DamagedStretch next() {
    return next;
  }

  /**
   * Whether so much is damaged that nothing more is read until some of it is mended. Any thread.
   */
  public boolean isFull() {
    return damagedPlaces.get() >= MAX_PLACES;
  }

  /** How many places are known to be damaged. Any thread. */
  public int damagedPlaces() {
    return damagedPlaces.get();
  }

  /** Bytes that were checked since the journal was opened. Any thread. */
  public long readBytes() {
    return readBytes.get();
  }

  /** Bytes that were mended since the journal was opened. Any thread. */
  public long mendedBytes() {
    return mendedBytes.get();
  }

  /** How many times all of it has been read since the journal was opened. Any thread. */
  public long passes() {
    return passes.get();
  }

  /**
   * Puts frames of the other replica in the place of what is damaged.
   *
   * @param position where that begins
   * @param frames may be anything; as far as they are sound, and belong there, they are written
   * @return how many bytes were mended
   */
  public long mend(long position, ByteBuffer frames) throws IOException {
    DamagedStretch damaged = places.peekFirst();
    if (damaged == null || damaged.from() != position) {
      return 0;
    }
    try {
      long end = SegmentMend.mend(files, damaged, frames);
      if (end > position) {
        places.removeFirst();
        mendedBytes.addAndGet(end - position);
      }
      if (end > position && end < damaged.end()) {
        places.addFirst(new DamagedStretch(damaged.segment(), end, damaged.end(), damaged.cause()));
      }
      return end - position;
    } catch (NoSuchFileException e) {
      // Nobody needs the segment any more.
      places.removeFirst();
      return 0;
    } finally {
      tell();
    }
  }

  /** What begins at a position cannot be mended now: the next one is to be tried first. */
  public void later(long position) {
    DamagedStretch damaged = places.peekFirst();
    if (damaged != null && damaged.from() == position) {
      places.addLast(places.removeFirst());
      tell();
    }
  }

  @Override
  public void close() throws IOException {
    closeSegment();
  }
}
