package io.feige.broker.journal.tail;

import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.format.FrameFault;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SegmentWalk;
import io.feige.broker.journal.index.GrowingIndex;
import io.feige.broker.journal.segment.Segment;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the last segment: finds where its frames end, tells a torn tail from corruption, and makes
 * durable what was found. Nothing is written before that decision.
 */
public final class TailRecovery {
  private static final Logger LOG = LoggerFactory.getLogger(TailRecovery.class);

  private final SegmentHeader header;
  private final StorageFile file;
  private final TailScan scan;
  private final OwnEpoch.Range own;
  private final int size;
  private final int contentEnd;
  private final GrowingIndex index = new GrowingIndex();
  private long known;
  private long lastFlushed;
  private int cutBytes;

  /**
   * Begins with a look at the file.
   *
   * @param file open for writing; the segment will close it
   */
  public TailRecovery(SegmentHeader header, StorageFile file, Proof proof) throws IOException {
    this.header = header;
    this.file = file;
    this.known = proof.known();
    this.own = proof.own();
    this.scan = new TailScan(file);
    this.size = (int) Math.min(header.capacity(), file.size());
    this.contentEnd = scan.contentEnd(0, size);
  }

  public int cutBytes() {
    return cutBytes;
  }

  /**
   * Walks, decides and repairs.
   *
   * @return the segment, to be written on from its {@link Segment#end}, which is durable
   * @throws JournalCorruptException if durable bytes are damaged
   */
  public Segment recover(long deepFrom, SegmentWalk.Visitor visitor) throws IOException {
    SegmentWalk.Stop stop = walk(deepFrom, visitor);
    long end = positionOf(stop.at());
    if (contentEnd > stop.at()) {
      known = Math.max(known, scan.highestFlushed(header.first(), stop.at() + 1, contentEnd, own));
    }
    boolean isForeign = stop.fault() != null && stop.fault().kind() == FrameFault.Kind.FOREIGN;
    if (end < known || isForeign) {
      throw new JournalCorruptException(damage(stop, true));
    }
    if (contentEnd > stop.at()) {
      cut(stop);
    }
    makeDurable(stop.at());
    return open(end);
  }

  private SegmentWalk.Stop walk(long deepFrom, SegmentWalk.Visitor visitor) throws IOException {
    // No page beyond the contents is touched: see TailScan.
    int limit = Math.min(size, (contentEnd + TailScan.PAGE - 1) / TailScan.PAGE * TailScan.PAGE);
    try (Arena arena = Arena.ofShared()) {
      ByteBuffer bytes = file.map(arena, size).asByteBuffer().asReadOnlyBuffer();
      return SegmentWalk.walkContents(
          header.first(),
          bytes,
          SegmentHeader.BYTES,
          limit,
          deepFrom,
          (at, frame) -> {
            index.add(at, frame);
            lastFlushed = own.covers(frame) ? frame.flushed() : lastFlushed;
            visitor.frame(at, frame);
          });
    }
  }

  private long positionOf(int at) {
    return header.first() + at - SegmentHeader.BYTES;
  }

  private Damage damage(SegmentWalk.Stop stop, boolean isCorruption) {
    return new Damage(
        SegmentHeader.nameOf(header.first()),
        positionOf(stop.at()),
        stop.at(),
        stop.words(),
        known,
        isCorruption);
  }

  private void cut(SegmentWalk.Stop stop) throws IOException {
    cutBytes = contentEnd - stop.at();
    LOG.warn("JOURNAL-1001 {}; {} bytes are cut", damage(stop, false).sentence(), cutBytes);
    scan.zero(stop.at(), contentEnd);
  }

  private void makeDurable(int end) throws IOException {
    if (size < header.capacity()) {
      file.write(header.capacity() - 1L, new ByteBuffer[] {ByteBuffer.allocate(1)}, 1);
    }
    // After a failed fsync the system may take pages for clean that never reached the disk; what is
    // not known to be durable is written once more, so that this fsync does cover it.
    long certain = Math.max(header.first(), Math.max(known, lastFlushed));
    scan.rewrite((int) (certain - header.first() + SegmentHeader.BYTES), end);
    file.force();
  }

  private Segment open(long end) throws IOException {
    int used = (contentEnd + TailScan.PAGE - 1) / TailScan.PAGE * TailScan.PAGE;
    int filled = Math.min(size, Math.max(header.filled(), used));
    SegmentHeader present =
        new SegmentHeader(header.first(), header.capacity(), header.createdMillis(), filled);
    Segment segment = Segment.open(present, file, end);
    segment.index(index);
    return segment;
  }
}
