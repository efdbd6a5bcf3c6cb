package io.feige.broker.journal.segment;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.disk.Zeros;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.format.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that will become a segment: it has a capacity, and zeros up to some place. */
public final class NextSegment {
  /** Name while zeros are being written. */
  public static final String PREPARING = "next.preparing";

  /** Name once the whole file is durably zero; such a file can be used after a restart. */
  public static final String PREPARED = "next.prepared";

  private final StorageFile file;
  private final int capacity;
  private String name;
  private int filled;

  public NextSegment(StorageFile file, String name, int capacity, int filled) {
    this.file = file;
    this.name = name;
    this.capacity = capacity;
    this.filled = filled;
  }

  public StorageFile file() {
    return file;
  }

  public String name() {
    return name;
  }

  public void name(String newName) {
    name = newName;
  }

  public int capacity() {
    return capacity;
  }

  public int filled() {
    return filled;
  }

  public boolean isFull() {
    return filled == capacity;
  }

  /** Writes so many more zeros, or as many as the file can take. */
  public void fillBy(int bytes) throws IOException {
    int target = Math.min(capacity, filled + bytes);
    Zeros.write(file, filled, target);
    filled = target;
  }

  /** Writes zeros so that at least {@code target} bytes of the file need no space any more. */
  public void fillTo(int target) throws IOException {
    filled = fill(file, filled, target, capacity);
  }

  /**
   * Writes zeros ahead of what is needed, or just what is needed where the disk is nearly full.
   *
   * @return bytes of the file that are filled now
   */
  public static int fill(StorageFile file, int filled, int target, int capacity)
      throws IOException {
    if (target <= filled) {
      return filled;
    }
    int ahead = Math.max(target, Math.min(capacity, filled + Zeros.CHUNK));
    try {
      Zeros.write(file, filled, ahead);
      return ahead;
    } catch (NoSpaceException e) {
      Zeros.write(file, filled, target);
      return target;
    }
  }

  /**
   * Writes the header of the segment that is to begin at a position. Nothing has changed if the
   * disk has no room for it: it can be done again.
   */
  public SegmentHeader writeHeader(long first, long nowMillis) throws IOException {
    fillTo(SegmentHeader.BYTES);
    SegmentHeader header = new SegmentHeader(first, capacity, nowMillis, filled);
    file.write(0, new ByteBuffer[] {header.encode()}, 1);
    return header;
  }

  /**
   * Makes it the segment of its header. That is durable before the name, and the name before any
   * frame: so a segment's header is never torn, and a file that is not named as a segment never
   * holds a frame.
   */
  public Segment begin(FilePort files, SegmentHeader header) throws IOException {
    long first = header.first();
    file.force();
    files.rename(name, SegmentHeader.nameOf(first));
    files.forceDirectory();
    return Segment.open(header, file, first);
  }
}
