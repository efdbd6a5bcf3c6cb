package io.feige.broker.journal.segment;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.Damage;
import io.feige.broker.journal.format.SegmentHeader;
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
public record SegmentChain(List<SegmentHeader> headers, List<Damage> damages) {

  /** Positions of the first frames of all segments, ascending. */
  public static List<Long> firsts(Collection<String> names) {
    return names.stream()
        .map(name -> SegmentHeader.positionIn(name, SegmentHeader.SUFFIX))
        .filter(first -> first >= 0)
        .sorted()
        .toList();
  }

  /** First position of the last segment that begins below a position, -1 if there is none. */
  public static long lastBelow(Collection<String> names, long position) {
    return firsts(names).stream()
        .mapToLong(Long::longValue)
        .filter(first -> first < position)
        .max()
        .orElse(-1);
  }

  /** Reads and checks the headers of the segments. */
  public static SegmentChain read(FilePort files, List<Long> firsts, long known)
      throws IOException {
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
