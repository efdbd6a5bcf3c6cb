package io.feige.broker.journal.segment;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.format.FrameCheck;
import io.feige.broker.journal.format.FrameFault;
import io.feige.broker.journal.index.SegmentIndex;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds frames and looks at them where they lie. Loop thread only. Only written frames are seen;
 * whether they are committed is for the caller to know.
 */
public final class JournalReader {
  /** Answer of the searches: there is no such frame, or not yet. */
  public static final long NONE = -1;

  /** Answer of {@link #findAtHand}: the disk has to be read first, see {@link #cold}. */
  public static final long COLD = -2;

  private final SegmentList segments;
  private final Positions positions;
  private final PageCache pages;
  private long startsAt;
  private @Nullable ColdBytes cold;

  /**
   * @param hotBytes so many bytes before the end are taken for being in memory
   */
  public JournalReader(FilePort files, SegmentList segments, Positions positions, long hotBytes) {
    this.segments = segments;
    this.positions = positions;
    this.pages = new PageCache(files, positions, hotBytes);
  }

  /**
   * What has to be read from the disk before one looks at a written stretch without waiting; null:
   * nothing. The stretch ends with its segment.
   */
  public @Nullable ColdBytes coldAt(long position, int bytes) {
    checkHeld(position);
    return pages.cold(segments.holding(position), position, bytes);
  }

  /** They have been read. */
  public void brought(ColdBytes bytes) {
    pages.brought(bytes);
  }

  /** What the last search wanted to look at when it answered {@link #COLD}. */
  public ColdBytes cold() {
    return Objects.requireNonNull(cold, "the search found everything at hand");
  }

  /** From now on the searches find nothing that stands below a position, which never goes back. */
  public void startsAt(long position) {
    startsAt = position;
    segments.copies().forgetBelow(position);
  }

  /**
   * Looks at a written frame where it lies, its batch unchecked. The view is valid until the next
   * {@code Journal.removeSegments} or {@code close}; what must live longer has to be copied.
   *
   * @param position where a frame begins
   * @throws JournalCorruptException if the frame is damaged
   */
  public StoredFrame frameAt(long position) {
    checkHeld(position);
    Segment segment = segments.holding(position);
    int at = segment.at(position);
    FrameFault fault = FrameCheck.fault(segment.bytes(), at, position, false);
    if (fault != null) {
      throw corrupt(segment, at, fault.words());
    }
    return StoredFrame.at(segment.bytes(), at);
  }

  /** When the frame at a position was stored; 0 if there is none. */
  public long timeAt(long position) {
    if (!holds(position)) {
      return 0;
    }
    Segment segment = segments.holding(position);
    int at = segment.at(position);
    boolean isFrame = FrameCheck.fault(segment.bytes(), at, position, false) == null;
    return isFrame ? StoredFrame.at(segment.bytes(), at).timeMillis() : 0;
  }

  /** Whether a position is one that is written and not removed. */
  public boolean holds(long position) {
    return position >= segments.start() && position < positions.written();
  }

  private void checkHeld(long position) {
    if (!holds(position)) {
      throw new IllegalArgumentException(
          "no frame at "
              + position
              + "; the journal holds "
              + segments.start()
              + " to "
              + positions.written());
    }
  }

  /**
   * Looks at written frames where they lie, to be copied by another journal: as many whole ones as
   * there are in a segment, or as fit. Nothing but their lengths and places is checked. Valid as
   * {@link #frameAt}.
   *
   * @param position where a frame begins
   * @param maxBytes how many at most; one frame is given whatever its size
   * @return read-only, from position to limit
   * @throws JournalCorruptException if the way from frame to frame is damaged
   */
  public ByteBuffer framesAt(long position, int maxBytes) {
    checkHeld(position);
    Segment segment = segments.holding(position);
    int from = segment.at(position);
    int limit = limitOf(segment);
    int to = from + hop(segment, from).length();
    while (to < limit) {
      int next = to + hop(segment, to).length();
      if (next - from > maxBytes) {
        break;
      }
      to = next;
    }
    return segment.bytes().slice(from, to - from);
  }

  /**
   * Looks at written frames where they lie, as {@link #framesAt} does, but checks each with its
   * batch and never throws.
   *
   * @param position may be anything
   * @return without bytes if there is no sound frame at the position
   */
  public ByteBuffer soundFramesAt(long position, int maxBytes) {
    if (!holds(position)) {
      return ByteBuffer.allocate(0);
    }
    Segment segment = segments.holding(position);
    ByteBuffer bytes = segment.bytes().duplicate().limit(limitOf(segment));
    int from = segment.at(position);
    int to = from;
    while (to < bytes.limit()
        && FrameCheck.fault(bytes, to, position + to - from, true) == null
        && (to == from || to + StoredFrame.at(bytes, to).length() - from <= maxBytes)) {
      to += StoredFrame.at(bytes, to).length();
    }
    return bytes.slice(from, to - from);
  }

  /** The oldest offset of a partition that is stored; {@link #NONE} if there is none. */
  public long firstOffset(int partition) {
    long original = firstWithoutGap(partition);
    Copies.Place copy = segments.copies().find(partition, 0);
    if (copy == null) {
      return original;
    }
    return original < 0 ? copy.offset() : Math.min(original, copy.offset());
  }

  /**
   * The offset from which on a partition has no gaps; {@link #NONE} if there is none. Before it
   * there may be copies of single frames.
   */
  public long firstWithoutGap(int partition) {
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      SegmentIndex index = segment.index();
      int slot = isHidden(segment) ? -1 : index.slotOf(partition);
      if (slot >= 0 && index.entries(slot) > 0) {
        if (startsAt <= segment.first()) {
          return isWritten(segment, index.entryAt(slot, 0)) ? index.firstOffset(slot) : -1;
        }
        int at = scanForOffset(segment, slot, firstEntryFrom(segment, slot));
        if (at >= 0) {
          return hop(segment, at).baseOffset();
        }
      }
    }
    return -1;
  }

  /** Bytes of a partition's frames with batches that are stored. */
  public long partitionBytes(int partition) {
    return segments.partitionBytes(partition);
  }

  /** The offset of the last entry of a slot that does not stand behind where the journal starts. */
  private long firstEntryFrom(Segment segment, int slot) {
    SegmentIndex index = segment.index();
    int entry = 0;
    while (entry + 1 < index.entries(slot)
        && segment.positionOf(index.entryAt(slot, entry + 1)) <= startsAt) {
      entry++;
    }
    return index.entryOffset(slot, entry);
  }

  private boolean isHidden(Segment segment) {
    return segment.end() <= startsAt && segment.step() != Segment.Step.OPEN;
  }

  /**
   * Position of the MESSAGES frame that holds an offset, or of the first one after it; {@link
   * #NONE} if there is none. Of a frame and its copies, the oldest that is still here.
   */
  public long find(int partition, long offset) {
    long original = findOriginal(partition, offset, false);
    return nearer(original, segments.copies().find(partition, offset));
  }

  /**
   * As {@link #find}, but answers {@link #COLD} rather than wait for the disk. All of the frame
   * that is found is at hand, too.
   */
  public long findAtHand(int partition, long offset) {
    long original = findOriginal(partition, offset, true);
    if (original == COLD) {
      return COLD;
    }
    long found = nearer(original, segments.copies().find(partition, offset));
    return found < 0 || isAtHand(found) ? found : COLD;
  }

  private boolean isAtHand(long frame) {
    cold = coldAt(frame, StoredFrame.HEADER_BYTES);
    if (cold == null) {
      Segment segment = segments.holding(frame);
      cold = pages.cold(segment, frame, hop(segment, segment.at(frame)).length());
    }
    return cold == null;
  }

  /** The one with the lower offsets; a frame counts before its copy for as long as it is there. */
  private long nearer(long original, Copies.@Nullable Place copy) {
    if (copy == null) {
      return original;
    }
    boolean isCopyFirst = original < 0 || copy.offset() < frameAt(original).baseOffset();
    return isCopyFirst ? copy.position() : original;
  }

  private long findOriginal(int partition, long offset, boolean atHand) {
    int newest = lastStartingAtOrBelow(partition, offset);
    for (int i = Math.max(0, newest); i < segments.size(); i++) {
      Segment segment = segments.get(i);
      SegmentIndex index = segment.index();
      int slot = index.slotOf(partition);
      boolean isHere = slot >= 0 && index.entries(slot) > 0 && index.nextOffset(slot) > offset;
      if (isHere && !isHidden(segment)) {
        int from = scansFrom(segment, slot, offset);
        // A scan is no longer than the index is dense.
        long first = segment.positionOf(from);
        cold = atHand ? pages.cold(segment, first, SegmentIndex.SPACING) : null;
        if (cold != null) {
          return COLD;
        }
        int at = scanForOffset(segment, slot, from, offset);
        if (at >= 0) {
          return segment.positionOf(at);
        }
      }
    }
    return -1;
  }

  /** Where a scan for an offset begins. */
  private int scansFrom(Segment segment, int slot, long offset) {
    SegmentIndex index = segment.index();
    int entry = index.entryAt(slot, Math.max(0, index.entryAtOrBelow(slot, offset)));
    return visibleFrom(segment, entry);
  }

  /** Where the frame is in a segment that has it, or one after it; -1: not written, or hidden. */
  public int scanForOffset(Segment segment, int slot, long offset) {
    return scanForOffset(segment, slot, scansFrom(segment, slot, offset), offset);
  }

  private int scanForOffset(Segment segment, int slot, int from, long offset) {
    SegmentIndex index = segment.index();
    int last = index.entryAt(slot, index.entries(slot) - 1);
    int limit = (int) Math.min(limitOf(segment), (long) last + SegmentIndex.SPACING);
    return scanForOffset(segment, from, limit, index.partition(slot), offset);
  }

  private int visibleFrom(Segment segment, int at) {
    return startsAt <= segment.first() ? at : Math.max(at, segment.at(startsAt));
  }

  /** The youngest segment whose first offset of the partition is not above; -1 if there is none. */
  private int lastStartingAtOrBelow(int partition, long offset) {
    int last = segments.size() - 1;
    if (startsAtOrBelow(segments.get(last), partition, offset)) {
      return last;
    }
    int low = 0;
    int high = last - 1;
    int found = -1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int holding = middle;
      while (holding >= low && !holdsMessages(segments.get(holding), partition)) {
        holding--;
      }
      if (holding < low) {
        low = middle + 1;
      } else if (startsAtOrBelow(segments.get(holding), partition, offset)) {
        found = holding;
        low = middle + 1;
      } else {
        high = holding - 1;
      }
    }
    return found;
  }

  private static boolean holdsMessages(Segment segment, int partition) {
    int slot = segment.index().slotOf(partition);
    return slot >= 0 && segment.index().entries(slot) > 0;
  }

  private static boolean startsAtOrBelow(Segment segment, int partition, long offset) {
    SegmentIndex index = segment.index();
    int slot = index.slotOf(partition);
    return slot >= 0 && index.entries(slot) > 0 && index.firstOffset(slot) <= offset;
  }

  /**
   * Position of the first MESSAGES frame that is not older than a time of the broker; {@link #NONE}
   * if there is none. Where the broker's clock went back, a little more or less may be passed over.
   */
  public long findTime(int partition, long millis) {
    return nearer(
        findOriginalTime(partition, millis), segments.copies().findTime(partition, millis));
  }

  private long findOriginalTime(int partition, long millis) {
    for (int i = 0; i < segments.size(); i++) {
      Segment segment = segments.get(i);
      SegmentIndex index = segment.index();
      int slot = index.slotOf(partition);
      boolean mayBeHere = slot >= 0 && index.entries(slot) > 0 && index.lastTime(slot) >= millis;
      if (mayBeHere && !isHidden(segment)) {
        int from = entryBefore(segment, index, slot, millis);
        int at =
            from < 0 ? -1 : scanForTime(segment, visibleFrom(segment, from), partition, millis);
        if (at >= 0) {
          return segment.positionOf(at);
        }
      }
    }
    return -1;
  }

  /**
   * Where to begin to scan: the last entry older than the time, or the first; -1 if not written.
   */
  private int entryBefore(Segment segment, SegmentIndex index, int slot, long millis) {
    int low = 0;
    int high = index.entries(slot) - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int at = index.entryAt(slot, middle);
      if (isWritten(segment, at) && hop(segment, at).timeMillis() < millis) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    int at = index.entryAt(slot, Math.max(0, high));
    return isWritten(segment, at) ? at : -1;
  }

  private boolean isWritten(Segment segment, int at) {
    return segment.positionOf(at) < positions.written();
  }

  private int scanForOffset(Segment segment, int from, int limit, int partition, long offset) {
    int at = from;
    while (at < limit) {
      StoredFrame frame = hop(segment, at);
      if (isMessages(frame, partition) && frame.baseOffset() + frame.recordCount() > offset) {
        return at;
      }
      at += frame.length();
    }
    return -1;
  }

  private int scanForTime(Segment segment, int from, int partition, long millis) {
    int limit = limitOf(segment);
    int at = from;
    while (at < limit) {
      StoredFrame frame = hop(segment, at);
      if (isMessages(frame, partition) && frame.timeMillis() >= millis) {
        return at;
      }
      at += frame.length();
    }
    return -1;
  }

  private static boolean isMessages(StoredFrame frame, int partition) {
    return frame.partition() == partition
        && frame.kind() == FrameKind.MESSAGES
        && !frame.hasFlag(FrameKind.FLAG_CARRIED);
  }

  /** Where the written frames of a segment end in its file. */
  private int limitOf(Segment segment) {
    long end = segment.step() == Segment.Step.OPEN ? positions.written() : segment.end();
    return segment.at(Math.max(segment.first(), end));
  }

  private StoredFrame hop(Segment segment, int at) {
    ByteBuffer bytes = segment.bytes();
    StoredFrame frame = StoredFrame.at(bytes, at);
    boolean leadsOn =
        bytes.limit() - at >= StoredFrame.HEADER_BYTES
            && frame.length() >= StoredFrame.HEADER_BYTES
            && frame.length() <= bytes.limit() - at
            && frame.position() == segment.positionOf(at);
    if (!leadsOn) {
      FrameFault fault = FrameCheck.fault(bytes, at, segment.positionOf(at), false);
      throw corrupt(segment, at, wordsOf(fault));
    }
    return frame;
  }

  private static String wordsOf(@Nullable FrameFault fault) {
    return fault == null ? "the frame's length is impossible" : fault.words();
  }

  private JournalCorruptException corrupt(Segment segment, int at, String words) {
    return new JournalCorruptException(
        new Damage(segment.name(), segment.positionOf(at), at, words, positions.durable(), true));
  }
}
