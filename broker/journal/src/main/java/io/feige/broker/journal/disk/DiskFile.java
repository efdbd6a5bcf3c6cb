package io.feige.broker.journal.disk;

import io.feige.broker.journal.fault.NoSpaceException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file on a real disk. */
final class DiskFile implements StorageFile {
  /** Below this much usable space a failed write is taken for a full disk, whatever its words. */
  private static final long NEARLY_FULL_BYTES = 64 << 10;

  private static final long UNKNOWN = -1;

  private final Path path;
  private final FileChannel channel;

  /** Where the next write of the channel goes; kept here, because to ask costs a system call. */
  private long place = UNKNOWN;

  DiskFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    int total = 0;
    while (into.hasRemaining()) {
      int read = channel.read(into, position + total);
      if (read < 0) {
        break;
      }
      total += read;
    }
    return total;
  }

  @Override
  public void write(long position, ByteBuffer[] buffers, int count) throws IOException {
    try {
      writeAll(position, buffers, count);
    } catch (IOException e) {
      throw isFull(e) ? new NoSpaceException("no space left for " + path, e) : e;
    }
  }

  private void writeAll(long position, ByteBuffer[] buffers, int count) throws IOException {
    if (count == 1) {
      writeOne(position, buffers[0]);
      return;
    }
    // A gathered write has no place argument in the JDK; one thread writes, so seeking is safe.
    if (place != position) {
      channel.position(position);
    }
    place = UNKNOWN;
    long end = position;
    int from = 0;
    while (from < count) {
      if (buffers[from].hasRemaining()) {
        end += channel.write(buffers, from, count - from);
      } else {
        from++;
      }
    }
    place = end;
  }

  private void writeOne(long position, ByteBuffer buffer) throws IOException {
    long end = position;
    while (buffer.hasRemaining()) {
      end += channel.write(buffer, end);
    }
  }

  private boolean isFull(IOException e) {
    String words = String.valueOf(e.getMessage());
    return words.contains("No space left") || words.contains("quota exceeded") || isDiskFull();
  }

  private boolean isDiskFull() {
    // The system's words follow the user's language, the figures do not.
    try {
      return Files.getFileStore(path).getUsableSpace() < NEARLY_FULL_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void force() throws IOException {
    channel.force(false);
  }

  @Override
  public MemorySegment map(Arena arena, long bytes) throws IOException {
    return channel.map(FileChannel.MapMode.READ_ONLY, 0, bytes, arena);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
