package io.feige.broker.journal.tail;

import io.feige.broker.journal.disk.DiskReader;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.disk.Zeros;
import io.feige.broker.journal.format.FrameCheck;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Looks at what follows the last valid frame of a file. Reads instead of mapping: on some file
 * systems a mapped read of a hole takes space, and on a full disk that ends the process.
 */
public final class TailScan {
  /** What a disk gives space for and a mapping reads in one go. */
  public static final int PAGE = DiskReader.PAGE;

  private final StorageFile file;
  private final ByteBuffer chunk;

  public TailScan(StorageFile file) throws IOException {
    this.file = file;
    int bytes = (int) Math.min(Zeros.CHUNK, file.size());
    this.chunk = ByteBuffer.allocateDirect(Math.max(StoredFrame.HEADER_BYTES, bytes));
  }

  /** Where the contents end: after the last byte between two places that is not zero. */
  public int contentEnd(int from, int to) throws IOException {
    int end = to;
    while (end > from) {
      int begin = Math.max(from, (end - 1) / chunk.capacity() * chunk.capacity());
      int used = usedBytes(read(begin, end - begin));
      if (used > 0) {
        return begin + used;
      }
      end = begin;
    }
    return from;
  }

  /** Bytes of the chunk up to its last byte that is not zero. */
  private int usedBytes(int length) {
    int used = length;
    while (used > 0 && Zeros.isZero(chunk, (used - 1) / PAGE * PAGE, (used - 1) % PAGE + 1)) {
      used = (used - 1) / PAGE * PAGE;
    }
    while (used > 0 && chunk.get(used - 1) == 0) {
      used--;
    }
    return used;
  }

  private int read(int from, int length) throws IOException {
    chunk.clear().limit(length);
    return file.read(chunk, from);
  }

  /** Takes the headers that a scan finds. */
  private interface HeaderVisitor {
    /** A valid header at a place of the file; says whether to go on. */
    boolean header(int at, StoredFrame frame);
  }

  /**
   * The highest {@code flushed} in the header of any frame between two places of the file, 0 if
   * there is none.
   *
   * @param first position of the file's first frame
   * @param own frames that this journal made: only their word counts
   */
  public long highestFlushed(long first, int from, int to, OwnEpoch.Range own) throws IOException {
    long[] highest = {0};
    scan(
        first,
        from,
        to,
        (at, frame) -> {
          highest[0] = own.covers(frame) ? Math.max(highest[0], frame.flushed()) : highest[0];
          return true;
        });
    return highest[0];
  }

  /** Where the first frame between two places of the file begins, -1 if there is none. */
  public int nextFrame(long first, int from, int to) throws IOException {
    int[] found = {-1};
    scan(
        first,
        from,
        to,
        (at, frame) -> {
          found[0] = at;
          return false;
        });
    return found[0];
  }

  /** Finds valid headers wherever they begin; a frame is known by the position that it says. */
  private void scan(long first, int from, int to, HeaderVisitor visitor) throws IOException {
    int step = chunk.capacity() - StoredFrame.HEADER_BYTES + 1;
    boolean goesOn = true;
    for (int begin = from; goesOn && begin < to; begin += step) {
      int length = read(begin, Math.min(chunk.capacity(), to - begin));
      goesOn = Zeros.isZero(chunk, 0, length) || scanChunk(first, begin, length, visitor);
    }
  }

  private boolean scanChunk(long first, int begin, int length, HeaderVisitor visitor) {
    chunk.limit(length);
    long position = first + begin - SegmentHeader.BYTES;
    int i = FrameCheck.nextHeader(chunk, 0, position);
    boolean goesOn = true;
    while (goesOn && i >= 0) {
      goesOn = visitor.header(begin + i, StoredFrame.at(chunk, i));
      i = FrameCheck.nextHeader(chunk, i + 1, position + i + 1);
    }
    return goesOn;
  }

  /** Writes zeros over what is not zero between two places. */
  public void zero(int from, int to) throws IOException {
    for (int begin = from; begin < to; begin += chunk.capacity()) {
      int length = read(begin, Math.min(chunk.capacity(), to - begin));
      for (int page = 0; page < length; page += PAGE) {
        int bytes = Math.min(PAGE, length - page);
        if (!Zeros.isZero(chunk, page, bytes)) {
          Zeros.write(file, begin + page, begin + page + (long) bytes);
        }
      }
    }
  }

  /** Writes what is there once more, so that the next fsync certainly covers it. */
  public void rewrite(int from, int to) throws IOException {
    for (int begin = from; begin < to; begin += chunk.capacity()) {
      read(begin, Math.min(chunk.capacity(), to - begin));
      file.write(begin, new ByteBuffer[] {chunk.flip()}, 1);
    }
  }
}
