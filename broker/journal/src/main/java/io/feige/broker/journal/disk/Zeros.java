package io.feige.broker.journal.disk;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** Writing and recognizing zeros, in chunks. */
public final class Zeros {
  /** Bytes written or read in one go. */
  public static final int CHUNK = 1 << 20;

  private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(CHUNK).asReadOnlyBuffer();
  private static final MemorySegment ZERO_SEGMENT = MemorySegment.ofBuffer(ZEROS);

  private Zeros() {}

  /** Writes zeros from one place to another. */
  public static void write(StorageFile file, long from, long to) throws IOException {
    for (long at = from; at < to; at += CHUNK) {
      int length = (int) Math.min(CHUNK, to - at);
      file.write(at, new ByteBuffer[] {ZEROS.slice(0, length)}, 1);
    }
  }

  /** Whether a part of a buffer, at most a chunk, holds zeros only. */
  public static boolean isZero(ByteBuffer bytes, int from, int length) {
    MemorySegment part = MemorySegment.ofBuffer(bytes.slice(from, length));
    return part.mismatch(ZERO_SEGMENT.asSlice(0, length)) == -1;
  }
}
