package io.feige.admin.history;

import io.feige.access.PrivateFile;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * A value for each step of time, the newest so many: the file never grows. A slot holds the number
 * of its step (seconds since 1970 by the step's length) and the value as a float; what holds
 * another step is a gap. Nothing is forced to disk: after a power failure some of the last may be
 * missing. Not for several threads at once.
 */
final class RoundRobinFile implements AutoCloseable {
  private static final int MAGIC = 0x46474831;
  private static final int HEADER = 16;
  private static final int SLOT = 8;

  private final FileChannel channel;
  private final int stepSeconds;
  private final int slots;

  private RoundRobinFile(FileChannel channel, int stepSeconds, int slots) {
    this.channel = channel;
    this.stepSeconds = stepSeconds;
    this.slots = slots;
  }

  /**
   * Opens one. What was written with another step or length, or is no such file, is begun anew:
   * charts are not worth a failed start.
   */
  static RoundRobinFile open(Path file, int stepSeconds, int slots) throws IOException {
    FileChannel channel =
        PrivateFile.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      RoundRobinFile opened = new RoundRobinFile(channel, stepSeconds, slots);
      if (!opened.isWhole()) {
        opened.beginAnew();
      }
      return opened;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  int stepSeconds() {
    return stepSeconds;
  }

  /** Writes the value of the step in which that second is. */
  void write(long epochSecond, float value) throws IOException {
    long step = epochSecond / stepSeconds;
    ByteBuffer slot = ByteBuffer.allocate(SLOT).putInt((int) step).putFloat(value).flip();
    put(slot, HEADER + step % slots * SLOT);
  }

  /**
   * The values of the steps up to the one in which that second is, the oldest first; NaN: there is
   * none.
   *
   * @param count at most as many as are kept
   */
  float[] read(long untilEpochSecond, int count) throws IOException {
    float[] values = new float[Math.min(count, slots)];
    Arrays.fill(values, Float.NaN);
    ByteBuffer all = ByteBuffer.allocate(slots * SLOT);
    get(all, HEADER);
    long last = untilEpochSecond / stepSeconds;
    for (int i = 0; i < values.length; i++) {
      long step = last - values.length + 1 + i;
      int at = (int) (step % slots) * SLOT;
      if (step >= 0 && all.getInt(at) == (int) step) {
        values[i] = all.getFloat(at + Integer.BYTES);
      }
    }
    return values;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private boolean isWhole() throws IOException {
    if (channel.size() != HEADER + (long) slots * SLOT) {
      return false;
    }
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    get(header, 0);
    return header.getInt(0) == MAGIC
        && header.getInt(4) == stepSeconds
        && header.getInt(8) == slots;
  }

  private void beginAnew() throws IOException {
    var _ = channel.truncate(0);
    ByteBuffer all = ByteBuffer.allocate(HEADER + slots * SLOT);
    put(all.putInt(0, MAGIC).putInt(4, stepSeconds).putInt(8, slots), 0);
  }

  private void put(ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  private void get(ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes, at);
      if (read < 0) {
        throw new EOFException("the file has become shorter");
      }
      at += read;
    }
  }
}
