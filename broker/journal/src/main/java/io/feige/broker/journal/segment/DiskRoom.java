package io.feige.broker.journal.segment;

import io.feige.broker.journal.disk.FilePort;
import java.io.IOException;

/** How much room there is, and how large a segment may be. */
public final class DiskRoom {
  /**
   * A journal's first segment is written with zeros before the node starts, so it is small; the
   * next one is prepared meanwhile.
   */
  private static final int FIRST_SEGMENT_BYTES = 8 << 20;

  /** No more than this part of the free space for one segment, and of the disk for the reserve. */
  private static final int PART = 8;

  private final FilePort files;
  private final JournalConfig config;
  private final long reserve;

  public DiskRoom(FilePort files, JournalConfig config) throws IOException {
    this.files = files;
    this.config = config;
    this.reserve = Math.min(config.reserveBytes(), files.totalSpace() / PART);
  }

  /** Capacity for a segment that is created now. */
  public int segmentCapacity() throws IOException {
    long part = Math.max(config.minSegmentBytes(), files.usableSpace() / PART);
    return (int) Math.min(config.segmentBytes(), part);
  }

  public int firstSegmentCapacity() throws IOException {
    int small = Math.max(config.minSegmentBytes(), FIRST_SEGMENT_BYTES);
    return Math.min(small, segmentCapacity());
  }

  /** Whether a segment can be prepared without touching the reserve. */
  public boolean canPrepare(int capacity) throws IOException {
    return files.usableSpace() - capacity >= reserve;
  }

  /**
   * Whether a publish of so many bytes leaves the reserve untouched.
   *
   * @param prewritten bytes that can be appended without needing space
   */
  public boolean isEnoughFor(long bytes, long prewritten) throws IOException {
    return prewritten + files.usableSpace() - bytes >= reserve;
  }

  /** The same for copies of what is to go, which may take a half of the reserve. */
  public boolean isEnoughToCarry(long bytes, long prewritten) throws IOException {
    return prewritten + files.usableSpace() - bytes >= reserve / 2;
  }

  /** What publishes leave free. */
  public long reserveBytes() {
    return reserve;
  }

  public long maxFrameBytes() {
    return config.maxFrameBytes();
  }

  public int segmentBytes() {
    return config.segmentBytes();
  }

  /** So much of the end is taken for being in memory. */
  public long hotBytes() {
    return config.hotBytes();
  }

  public int minSegmentBytes() {
    return config.minSegmentBytes();
  }
}
