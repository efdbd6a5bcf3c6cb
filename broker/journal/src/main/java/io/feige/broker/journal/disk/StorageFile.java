package io.feige.broker.journal.disk;

import io.feige.broker.journal.fault.NoSpaceException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * An open file of a {@link FilePort}.
 *
 * <p>One thread writes at a time; {@link #force()}, {@link #read} and mappings may be used by
 * others meanwhile. A thread inside must not be interrupted: the JDK would close the file under
 * everybody.
 */
public interface StorageFile extends DiskReader {
  /**
   * Writes the first {@code count} buffers, one after the other, from {@code position} on. Growing
   * the file is allowed.
   *
   * @throws NoSpaceException if the disk is full; a part may have been written then
   */
  void write(long position, ByteBuffer[] buffers, int count) throws IOException;

  /** Returns when everything written before the call would survive a power cut. */
  void force() throws IOException;

  /**
   * Maps the file's first {@code bytes} bytes for reading; later writes show in it. The mapping
   * lives as long as the arena, whatever happens to the file.
   */
  MemorySegment map(Arena arena, long bytes) throws IOException;
}
