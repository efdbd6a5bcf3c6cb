package io.feige.broker.journal.scrub;

import io.feige.broker.journal.disk.DiskReader;
import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.DamagedStretch;
import io.feige.broker.journal.format.FrameCheck;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Writes into a sealed segment what had been written there before. Whole pages, because a page that
 * cannot be read can only be overwritten as a whole. If the process dies meanwhile, the place is as
 * damaged as it was.
 */
final class SegmentMend {
  private static final int PAGE = DiskReader.PAGE;

  private SegmentMend() {}

  /**
   * Puts frames in the place of damaged ones, durably.
   *
   * @param frames that begin where the damage does; may be anything
   * @return position up to which there is no damage any more; where it began, if the first frame is
   *     not sound
   */
  static long mend(FilePort files, DamagedStretch damaged, ByteBuffer frames) throws IOException {
    int sound = soundBytes(damaged, frames);
    if (sound > 0) {
      long first = SegmentHeader.positionIn(damaged.segment(), SegmentHeader.SUFFIX);
      long at = damaged.from() - first + SegmentHeader.BYTES;
      write(files, damaged.segment(), at, frames.slice(frames.position(), sound));
    }
    return damaged.from() + sound;
  }

  /** Length of the whole, undamaged frames that belong there. */
  private static int soundBytes(DamagedStretch damaged, ByteBuffer frames) {
    int length = (int) Math.min(frames.remaining(), damaged.end() - damaged.from());
    ByteBuffer bytes = frames.slice(frames.position(), length);
    int at = 0;
    while (at < length && FrameCheck.fault(bytes, at, damaged.from() + at, true) == null) {
      at += StoredFrame.at(bytes, at).length();
    }
    return at;
  }

  /** Puts a header in the place of a damaged one, durably. */
  static void header(FilePort files, SegmentHeader header) throws IOException {
    write(files, SegmentHeader.nameOf(header.first()), 0, header.encode());
  }

  private static void write(FilePort files, String segment, long at, ByteBuffer bytes)
      throws IOException {
    long from = at / PAGE * PAGE;
    long wanted = (at + bytes.remaining() + PAGE - 1) / PAGE * PAGE;
    try (SegmentWindow around = new SegmentWindow(files, segment);
        StorageFile file = files.open(segment, true)) {
      int length = (int) (Math.min(wanted, file.size()) - from);
      int index = around.load(from, length);
      ByteBuffer pages = around.bytes().slice(index, length);
      pages.put((int) (at - from), bytes, bytes.position(), bytes.remaining());
      file.write(from, new ByteBuffer[] {pages}, 1);
      file.force();
    }
  }
}
