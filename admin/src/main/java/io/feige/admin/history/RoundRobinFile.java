package io.feige.admin.history;

import io.feige.access.PrivateFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A value for each step of time, the newest so many, in a file of its own that never grows. Not for
 * several threads at once.
 */
final class RoundRobinFile implements AutoCloseable {
  private static final int MAGIC = 0x46474831;
  private static final int HEADER = 16;

  private final FileChannel channel;
  private final Ring ring;

  private RoundRobinFile(FileChannel channel, int stepSeconds, int slots) {
    this.channel = channel;
    this.ring = new Ring(channel, HEADER, stepSeconds, slots, 1);
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
    return ring.stepSeconds();
  }

  /** Writes the value of the step in which that second is. */
  void write(long epochSecond, float value) throws IOException {
    ring.write(epochSecond, value);
  }

  /**
   * The values of the steps up to the one in which that second is, the oldest first; NaN: there is
   * none.
   *
   * @param count at most as many as are kept
   */
  float[] read(long untilEpochSecond, int count) throws IOException {
    return ring.read(untilEpochSecond, count)[0];
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private boolean isWhole() throws IOException {
    if (channel.size() != HEADER + (long) ring.bytes()) {
      return false;
    }
    ByteBuffer header = ByteBuffer.allocate(HEADER);
    Ring.get(channel, header, 0);
    return header.getInt(0) == MAGIC
        && header.getInt(4) == ring.stepSeconds()
        && header.getInt(8) == ring.slots();
  }

  private void beginAnew() throws IOException {
    var _ = channel.truncate(0);
    ByteBuffer all = ByteBuffer.allocate(HEADER + ring.bytes());
    all.putInt(0, MAGIC).putInt(4, ring.stepSeconds()).putInt(8, ring.slots());
    Ring.put(channel, all, 0);
  }
}
