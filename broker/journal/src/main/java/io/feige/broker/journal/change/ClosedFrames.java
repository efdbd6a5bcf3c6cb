package io.feige.broker.journal.change;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SegmentWalk;
import io.feige.broker.journal.segment.SegmentChain;
import io.feige.broker.journal.tail.Proof;
import io.feige.broker.journal.tail.TailScan;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The frames of a closed journal from a position to its end, all of them checked. */
final class ClosedFrames implements CutFrames {
  /** Frames are shown in runs of so many bytes, or one at a time where it is longer. */
  private static final int RUN_BYTES = 1 << 20;

  /** Where frames stand in the file of a segment. */
  private record Part(SegmentHeader header, int from, int to) {}

  private final FilePort files;
  private final long start;
  private final long position;
  private final long known;
  private final List<Part> parts = new ArrayList<>();
  private long lastFirst;
  private long end;
  private long count;
  private boolean isBoundary;

  private ClosedFrames(FilePort files, long start, long asked, long known) {
    this.files = files;
    this.start = start;
    this.position = Math.max(start, asked);
    this.known = known;
    this.lastFirst = start;
    this.end = start;
  }

  /**
   * Finds and checks the frames.
   *
   * @throws JournalCorruptException if something that was durable is damaged
   * @throws IllegalArgumentException if no frame begins or ends at the position
   */
  static ClosedFrames read(FilePort files, long position) throws IOException {
    Set<String> names = new TreeSet<>(files.list());
    long known = Proof.of(files, names).known();
    List<Long> firsts = SegmentChain.firsts(names);
    SegmentChain chain = SegmentChain.read(files, firsts, known);
    if (!chain.damages().isEmpty()) {
      throw new JournalCorruptException(chain.damages().getFirst());
    }
    ClosedFrames frames =
        new ClosedFrames(files, firsts.isEmpty() ? 0 : firsts.getFirst(), position, known);
    frames.readAll(chain.headers());
    return frames;
  }

  private void readAll(List<SegmentHeader> headers) throws IOException {
    int last = headers.size() - 1;
    for (int i = 0; i <= last; i++) {
      long sealedEnd = i < last ? headers.get(i + 1).first() : -1;
      if (i == last || sealedEnd > position) {
        readSegment(headers.get(i), sealedEnd);
      }
    }
    boolean isReached = isBoundary || position == end;
    if (!isReached) {
      throw new IllegalArgumentException(
          "no frame begins at %d; the journal holds %d to %d".formatted(position, start, end));
    }
  }

  private void readSegment(SegmentHeader header, long sealedEnd) throws IOException {
    lastFirst = header.first();
    try (StorageFile file = files.open(SegmentHeader.nameOf(header.first()), false);
        Arena arena = Arena.ofShared()) {
      int size = (int) Math.min(header.capacity(), file.size());
      ByteBuffer bytes = file.map(arena, size).asByteBuffer().asReadOnlyBuffer();
      SegmentWalk.Stop stop =
          sealedEnd >= 0 ? walkSealed(header, bytes, sealedEnd) : walkLast(header, file, bytes);
      end = header.first() + stop.at() - SegmentHeader.BYTES;
      boolean isShort = sealedEnd >= 0 ? end != sealedEnd : end < known;
      if (isShort) {
        throw new JournalCorruptException(
            new Damage(
                SegmentHeader.nameOf(header.first()), end, stop.at(), stop.words(), known, true));
      }
      long from = Math.max(position, header.first());
      if (from < end) {
        int fromPlace = (int) (from - header.first() + SegmentHeader.BYTES);
        parts.add(new Part(header, fromPlace, stop.at()));
      }
    }
  }

  private SegmentWalk.Stop walkSealed(SegmentHeader header, ByteBuffer bytes, long sealedEnd) {
    long place = sealedEnd - header.first() + SegmentHeader.BYTES;
    ByteBuffer limited = bytes.duplicate().limit((int) Math.min(bytes.limit(), place));
    return SegmentWalk.walk(
        header.first(), limited, SegmentHeader.BYTES, position, (at, frame) -> see(frame));
  }

  private SegmentWalk.Stop walkLast(SegmentHeader header, StorageFile file, ByteBuffer bytes)
      throws IOException {
    int used = new TailScan(file).contentEnd(0, bytes.limit()) + TailScan.PAGE - 1;
    int limit = Math.min(bytes.limit(), used / TailScan.PAGE * TailScan.PAGE);
    return SegmentWalk.walkContents(
        header.first(), bytes, SegmentHeader.BYTES, limit, position, (at, frame) -> see(frame));
  }

  private void see(StoredFrame frame) {
    isBoundary |= frame.position() == position;
    count += frame.position() >= position ? 1 : 0;
  }

  /** Position of the oldest frame, 0 without any. */
  long start() {
    return start;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long end() {
    return end;
  }

  long bytes() {
    return end - position;
  }

  long count() {
    return count;
  }

  @Override
  public void forEach(FrameRun run) throws IOException {
    for (Part part : parts) {
      try (StorageFile file = files.open(SegmentHeader.nameOf(part.header().first()), false);
          Arena arena = Arena.ofShared()) {
        ByteBuffer bytes = file.map(arena, part.to()).asByteBuffer().asReadOnlyBuffer();
        int from = part.from();
        while (from < part.to()) {
          int to = endOfRun(bytes, from);
          run.take(bytes.slice(from, to - from));
          from = to;
        }
      }
    }
  }

  private static int endOfRun(ByteBuffer bytes, int from) {
    int to = from + StoredFrame.at(bytes, from).length();
    while (to < bytes.limit()) {
      int next = to + StoredFrame.at(bytes, to).length();
      if (next - from > RUN_BYTES) {
        break;
      }
      to = next;
    }
    return to;
  }

  /** Makes everything below the position durable. Sealed segments are. */
  void forceBelow() throws IOException {
    if (lastFirst < position) {
      try (StorageFile file = files.open(SegmentHeader.nameOf(lastFirst), true)) {
        // Pages may be taken for clean that never reached the disk: see TailRecovery.
        long certain = Math.max(lastFirst, Math.min(known, position));
        new TailScan(file).rewrite(placeOf(certain), placeOf(position));
        file.force();
      }
    }
  }

  private int placeOf(long ofLastSegment) {
    return Math.toIntExact(ofLastSegment - lastFirst + SegmentHeader.BYTES);
  }
}
