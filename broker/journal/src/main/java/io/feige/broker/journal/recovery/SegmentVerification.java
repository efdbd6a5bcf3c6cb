package io.feige.broker.journal.recovery;

import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.format.FrameCheck;
import io.feige.broker.journal.format.FrameFault;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SegmentWalk;
import io.feige.broker.journal.tail.OwnEpoch;
import io.feige.broker.journal.tail.Proof;
import io.feige.broker.journal.tail.TailScan;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Reads one segment with all checksums, going on behind a damaged place. */
final class SegmentVerification {
  private final SegmentHeader header;
  private final StorageFile file;
  private final TailScan scan;
  private final long sealedEnd;
  private final Consumer<StoredFrame> visitor;
  private final Consumer<Damage> damages;
  private final OwnEpoch.Range own;
  private long known;
  private long frames;
  private long bytes;
  private int at = SegmentHeader.BYTES;

  /**
   * Prepares the reading.
   *
   * @param sealedEnd where the next segment begins; -1 for the last segment
   */
  SegmentVerification(
      SegmentHeader header,
      StorageFile file,
      long sealedEnd,
      Proof proof,
      Consumer<StoredFrame> visitor,
      Consumer<Damage> damages)
      throws IOException {
    this.header = header;
    this.file = file;
    this.scan = new TailScan(file);
    this.sealedEnd = sealedEnd;
    this.known = proof.known();
    this.own = proof.own();
    this.visitor = visitor;
    this.damages = damages;
  }

  void run() throws IOException {
    try (Arena arena = Arena.ofShared()) {
      int size = (int) Math.min(header.capacity(), file.size());
      ByteBuffer mapped = file.map(arena, size).asByteBuffer().asReadOnlyBuffer();
      boolean goesOn = true;
      while (goesOn) {
        int limit = limit(size);
        SegmentWalk.Stop stop = walk(mapped, Math.max(limit, at));
        goesOn = judge(stop, limit, mapped.duplicate());
      }
    }
  }

  private SegmentWalk.Stop walk(ByteBuffer mapped, int limit) {
    SegmentWalk.Visitor visitor = (place, frame) -> take(frame);
    return sealedEnd >= 0
        ? SegmentWalk.walk(header.first(), mapped.duplicate().limit(limit), at, 0, visitor)
        : SegmentWalk.walkContents(header.first(), mapped, at, limit, 0, visitor);
  }

  /** Where to stop reading: the end of a sealed segment, else of the last page with contents. */
  private int limit(int size) throws IOException {
    if (sealedEnd >= 0) {
      return (int) Math.min(size, placeOf(sealedEnd));
    }
    int used = scan.contentEnd(0, size) + TailScan.PAGE - 1;
    return Math.min(size, used / TailScan.PAGE * TailScan.PAGE);
  }

  private long placeOf(long position) {
    return position - header.first() + SegmentHeader.BYTES;
  }

  private long positionOf(int place) {
    return header.first() + place - SegmentHeader.BYTES;
  }

  private void take(StoredFrame frame) {
    frames++;
    bytes += frame.length();
    visitor.accept(frame);
  }

  /** Decides what the place is where a walk ended, and says whether to walk on. */
  private boolean judge(SegmentWalk.Stop stop, int limit, ByteBuffer mapped) throws IOException {
    at = stop.at();
    boolean isComplete = sealedEnd >= 0 && at == placeOf(sealedEnd);
    if (isComplete) {
      return false;
    }
    if (sealedEnd < 0 && isTail(stop, limit, mapped)) {
      return false;
    }
    if (wasWrittenMeanwhile(mapped)) {
      return true;
    }
    damages.accept(damage(stop, true));
    int next = scan.nextFrame(header.first(), at + 1, limit);
    at = Math.max(at, next);
    return next >= 0;
  }

  private boolean isTail(SegmentWalk.Stop stop, int limit, ByteBuffer mapped) throws IOException {
    boolean isForeign = stop.fault() != null && stop.fault().kind() == FrameFault.Kind.FOREIGN;
    if (isForeign) {
      return false;
    }
    known = Math.max(known, scan.highestFlushed(header.first(), at + 1, limit, own));
    if (positionOf(at) < known) {
      return false;
    }
    boolean isTorn = !stop.isEnd() || scan.contentEnd(at, limit) > at;
    if (isTorn && !wasWrittenMeanwhile(mapped)) {
      damages.accept(damage(stop, false));
    }
    return true;
  }

  /** A node may have the directory open: what was not there a moment ago is there now. */
  private boolean wasWrittenMeanwhile(ByteBuffer mapped) {
    return sealedEnd < 0 && FrameCheck.fault(mapped, at, positionOf(at), true) == null;
  }

  private Damage damage(SegmentWalk.Stop stop, boolean isCorruption) {
    return new Damage(
        SegmentHeader.nameOf(header.first()),
        positionOf(at),
        at,
        stop.words(),
        known,
        isCorruption);
  }

  VerifyReport.SegmentReport report() {
    return new VerifyReport.SegmentReport(
        SegmentHeader.nameOf(header.first()),
        header.first(),
        positionOf(at),
        header.capacity(),
        frames,
        bytes);
  }
}
