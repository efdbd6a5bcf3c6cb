package io.feige.dist.stream;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream of bytes at line feeds. Nothing is decoded and nothing is dropped but the line
 * feed itself: a carriage return before it belongs to the line, so that a file of any origin comes
 * out as it went in. The last line needs no line feed. For one thread.
 */
public final class LineReader implements Closeable {
  private static final int START_BYTES = 1 << 16;
  private static final byte LINE_FEED = '\n';

  private final InputStream in;
  private final int maxLineBytes;
  private byte[] buffer = new byte[START_BYTES];
  private int start;
  private int scanned;
  private int end;
  private boolean isAtEnd;
  private long lines;

  /**
   * Reads from the stream and closes it in the end.
   *
   * @param maxLineBytes the longest line that memory is spent on
   */
  public LineReader(InputStream in, int maxLineBytes) {
    this.in = in;
    this.maxLineBytes = maxLineBytes;
  }

  /**
   * The next line without its line feed; null at the end.
   *
   * @throws LineTooLongException the line is longer than the limit
   */
  public byte @Nullable [] next() throws IOException {
    while (true) {
      int feed = findFeed();
      if (feed >= 0) {
        return take(feed, feed + 1);
      }
      if (isAtEnd) {
        return start == end ? null : take(end, end);
      }
      if (end - start > maxLineBytes) {
        throw new LineTooLongException(lines + 1, maxLineBytes);
      }
      fill();
    }
  }

  /** Lines returned so far. */
  public long lines() {
    return lines;
  }

  private int findFeed() {
    for (int at = scanned; at < end; at++) {
      if (buffer[at] == LINE_FEED) {
        scanned = at;
        return at;
      }
    }
    scanned = end;
    return -1;
  }

  private byte[] take(int lineEnd, int next) throws LineTooLongException {
    if (lineEnd - start > maxLineBytes) {
      throw new LineTooLongException(lines + 1, maxLineBytes);
    }
    byte[] line = Arrays.copyOfRange(buffer, start, lineEnd);
    lines++;
    start = next;
    scanned = next;
    return line;
  }

  private void fill() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      scanned -= start;
      start = 0;
    }
    if (end == buffer.length) {
      // Bounded: next() has refused a line beyond the limit before it asks for more.
      buffer = Arrays.copyOf(buffer, Math.min(buffer.length * 2, maxLineBytes + START_BYTES));
    }
    int read = in.read(buffer, end, buffer.length - end);
    if (read < 0) {
      isAtEnd = true;
    } else {
      end += read;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
