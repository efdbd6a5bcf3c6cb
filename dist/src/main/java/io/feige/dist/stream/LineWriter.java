package io.feige.dist.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/** Writes byte lines, as a rule with a line feed behind each. For one thread. */
public final class LineWriter implements Closeable {
  private static final int BUFFER_BYTES = 1 << 18;

  private final OutputStream out;
  private final boolean hasFeeds;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int filled;
  private boolean isBroken;

  /**
   * Writes to the stream and closes it in the end.
   *
   * @param hasFeeds whether a line feed stands behind each line, or nothing
   */
  public LineWriter(OutputStream out, boolean hasFeeds) {
    this.out = out;
    this.hasFeeds = hasFeeds;
  }

  /** Writes the parts, one behind the other, as one line. */
  public void write(byte[]... parts) throws IOException {
    for (byte[] part : parts) {
      put(part);
    }
    if (filled == BUFFER_BYTES) {
      drain();
    }
    if (hasFeeds) {
      buffer[filled++] = '\n';
    }
  }

  private void put(byte[] part) throws IOException {
    if (part.length > BUFFER_BYTES - filled) {
      drain();
      if (part.length > BUFFER_BYTES) {
        pass(part, part.length);
        return;
      }
    }
    System.arraycopy(part, 0, buffer, filled, part.length);
    filled += part.length;
  }

  /** Hands everything to the operating system. */
  public void flush() throws IOException {
    drain();
    isBroken = true;
    out.flush();
    isBroken = false;
  }

  private void drain() throws IOException {
    int length = filled;
    filled = 0;
    pass(buffer, length);
  }

  private void pass(byte[] bytes, int length) throws IOException {
    isBroken = true;
    out.write(bytes, 0, length);
    isBroken = false;
  }

  /** Writes what is left, unless writing has failed before: that was reported then. */
  @Override
  public void close() throws IOException {
    if (isBroken) {
      closeBroken();
      return;
    }
    try (out) {
      flush();
    }
  }

  private void closeBroken() {
    try {
      out.close();
    } catch (IOException again) {
      filled = 0;
    }
  }
}
