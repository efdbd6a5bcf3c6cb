package io.feige.broker.journal.segment;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;

/**
 * Bytes of a segment that somebody wants to look at and that are not in memory. Who reads them
 * through the file brings them into the system's page cache, where the segment's mapping finds
 * them.
 *
 * @param first position of the segment's first frame
 * @param at where they begin in its file
 */
public record ColdBytes(FilePort files, long first, long at, int length) {
  /**
   * Reads them, and waits for the disk. Any thread; the segment may have gone meanwhile.
   *
   * @param scratch overwritten
   */
  public void read(ByteBuffer scratch) throws IOException {
    try (StorageFile file = files.open(SegmentHeader.nameOf(first), false)) {
      long next = at;
      while (next < at + length) {
        scratch.clear().limit((int) Math.min(scratch.capacity(), at + length - next));
        int read = file.read(scratch, next);
        if (read <= 0) {
          return;
        }
        next += read;
      }
    } catch (NoSuchFileException e) {
      // Nobody can ask for them any more.
    }
  }
}
