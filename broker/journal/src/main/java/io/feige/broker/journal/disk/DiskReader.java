package io.feige.broker.journal.disk;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads a file. */
public interface DiskReader extends Closeable {
  /** What disks and caches are read in. */
  int PAGE = 4096;

  /** Present size in bytes. */
  long size() throws IOException;

  /**
   * Reads at a place until {@code into} is full or the file ends.
   *
   * @return bytes read; less than asked only at the file's end
   */
  int read(ByteBuffer into, long position) throws IOException;
}
