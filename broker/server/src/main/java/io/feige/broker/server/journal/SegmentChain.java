package io.feige.broker.server.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The segments that a directory holds, by their headers, in order.
 *
 * @param headers the undamaged headers
 * @param damages headers that are damaged, and gaps
 */
record SegmentChain(List<SegmentHeader> headers, List<Damage> damages) {

  /** Positions of the first frames of all segments, ascending. */
  static List<Long> firsts(Collection<String> names) {
    return names.stream()
        .map(name -> SegmentHeader.positionIn(name, SegmentHeader.SUFFIX))
        .filter(first -> first >= 0)
        .sorted()
        .toList();
  }

  /** The highest position that was certainly durable, as far as file names and one file tell. */
  static long knownDurable(FilePort files, Collection<String> names) throws IOException {
    long known = FlushedFile.read(files);
    for (String name : names) {
      // A segment is fsynced before the next one gets its name, a snapshot is of durable frames.
      known = Math.max(known, SegmentHeader.positionIn(name, SegmentHeader.SUFFIX));
      known = Math.max(known, SegmentHeader.positionIn(name, SnapshotHeader.SUFFIX));
    }
    return known;
  }

  /** Reads and checks the headers of the segments. */
  static SegmentChain read(FilePort files, List<Long> firsts, long known) throws IOException {
    List<SegmentHeader> headers = new ArrayList<>();
    List<Damage> damages = new ArrayList<>();
    SegmentHeader before = null;
    for (long first : firsts) {
      SegmentHeader header = readHeader(files, first);
      if (header == null) {
        damages.add(damage(first, "the segment's header is damaged", known));
      } else {
        if (before != null && first > endOf(before)) {
          damages.add(damage(first, "a segment is missing before this one", known));
        }
        headers.add(header);
      }
      before = header;
    }
    return new SegmentChain(headers, damages);
  }

  private static long endOf(SegmentHeader header) {
    return header.first() + header.capacity() - SegmentHeader.BYTES;
  }

  private static Damage damage(long first, String cause, long known) {
    return new Damage(SegmentHeader.nameOf(first), first, 0, cause, known, true);
  }

  private static @Nullable SegmentHeader readHeader(FilePort files, long first) throws IOException {
    try (StorageFile file = files.open(SegmentHeader.nameOf(first), false)) {
      ByteBuffer in = ByteBuffer.allocate(SegmentHeader.BYTES);
      return file.read(in, 0) < SegmentHeader.BYTES ? null : SegmentHeader.decode(in, first);
    }
  }
}
