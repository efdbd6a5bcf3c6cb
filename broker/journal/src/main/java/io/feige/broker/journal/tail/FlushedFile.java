package io.feige.broker.journal.tail;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.protocol.Crc32c;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;

/**
 * The file that says how far the journal was durable: position u64, CRC32C of it u32, u32 zero. It
 * is written after each fsync and never fsynced itself: it may be old, never too high.
 */
public final class FlushedFile {
  public static final String NAME = "flushed";
  static final int BYTES = 16;

  private final StorageFile file;
  private final ByteBuffer content = ByteBuffer.allocateDirect(BYTES);
  private final ByteBuffer[] single = {content};

  private FlushedFile(StorageFile file) {
    this.file = file;
  }

  public static FlushedFile open(FilePort files) throws IOException {
    try {
      return new FlushedFile(files.open(NAME, true));
    } catch (NoSuchFileException e) {
      return new FlushedFile(files.create(NAME, BYTES));
    }
  }

  /** What the file says, 0 if it is missing or damaged. */
  static long read(FilePort files) throws IOException {
    try (StorageFile file = files.open(NAME, false)) {
      ByteBuffer in = ByteBuffer.allocate(BYTES);
      boolean isWhole = file.read(in, 0) == BYTES;
      long position = in.getLong(0);
      boolean isValid = isWhole && position > 0 && Crc32c.of(in, 0, Long.BYTES) == in.getInt(8);
      return isValid ? position : 0;
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  /** Says that everything below the position is durable. */
  public void write(long position) throws IOException {
    content.clear().putLong(0, position);
    content.putInt(8, Crc32c.of(content, 0, Long.BYTES));
    try {
      file.write(0, single, 1);
    } catch (NoSpaceException e) {
      // Only where overwriting needs space. The file may be old, so nothing is lost.
    }
  }

  public void close() throws IOException {
    file.close();
  }
}
