package io.feige.admin.history;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * Values for each step of time, the newest so many steps, somewhere in a file. A slot holds the
 * number of its step (seconds since 1970 by the step's length) and the values as floats; what holds
 * another step is a gap. Nothing is forced to disk: after a power failure some of the last may be
 * missing. Not for several threads at once.
 *
 * @param position where in the file it begins
 * @param stepSeconds of each step
 * @param slots how many steps
 * @param width how many values each step has
 */
record Ring(FileChannel channel, long position, int stepSeconds, int slots, int width) {
  /** How long it is in the file. */
  int bytes() {
    return slots * slotBytes();
  }

  private int slotBytes() {
    return Integer.BYTES + width * Float.BYTES;
  }

  /** Writes the values of the step in which that second is. */
  void write(long epochSecond, float... values) throws IOException {
    long step = epochSecond / stepSeconds;
    ByteBuffer slot = ByteBuffer.allocate(slotBytes()).putInt((int) step);
    for (float value : values) {
      slot.putFloat(value);
    }
    put(channel, slot.flip(), position + step % slots * slotBytes());
  }

  /**
   * The values of the steps up to the one in which that second is, the oldest first, in a row for
   * each of the values that a step has; NaN: there is none.
   *
   * @param count at most as many as are kept
   */
  float[][] read(long untilEpochSecond, int count) throws IOException {
    float[][] rows = new float[width][Math.min(count, slots)];
    for (float[] row : rows) {
      Arrays.fill(row, Float.NaN);
    }
    // What lies behind the end of the file is zero, and so is of no step.
    ByteBuffer all = ByteBuffer.allocate(bytes());
    get(channel, all, position);
    int length = rows[0].length;
    long last = untilEpochSecond / stepSeconds;
    for (int i = 0; i < length; i++) {
      long step = last - length + 1 + i;
      int at = (int) (step % slots) * slotBytes();
      if (step > 0 && all.getInt(at) == (int) step) {
        for (int row = 0; row < width; row++) {
          rows[row][i] = all.getFloat(at + Integer.BYTES + row * Float.BYTES);
        }
      }
    }
    return rows;
  }

  /** Writes all that a buffer still has. */
  static void put(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  /** Fills a buffer, as far as the file reaches. */
  static void get(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
    long at = position;
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes, at);
      if (read < 0) {
        return;
      }
      at += read;
    }
  }
}
