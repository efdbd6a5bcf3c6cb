package io.feige.broker.journal.segment;

import io.feige.broker.journal.format.SegmentHeader;
import io.feige.protocol.frame.StoredFrame;

/**
 * Sizes of a journal.
 *
 * @param segmentBytes size of a segment file where the disk has room for it, at most 1 GiB
 * @param minSegmentBytes size below which a segment is not chosen however small the disk is
 * @param maxFrameBytes longest frame taken, header included
 * @param reserveBytes space that publishes leave free, for acks, snapshots and indexes; at most an
 *     eighth of the disk is reserved
 * @param hotBytes so much of the journal's end is taken for being in memory, without asking the
 *     system
 */
public record JournalConfig(
    int segmentBytes, int minSegmentBytes, int maxFrameBytes, long reserveBytes, long hotBytes) {
  private static final long HOT_BYTES = 64L << 20;

  /** 256 MiB segments, at least 4 MiB; frames that fit the smallest segment; 64 MiB reserved. */
  public static final JournalConfig DEFAULT =
      new JournalConfig(256 << 20, 4 << 20, (4 << 20) - SegmentHeader.BYTES, 64L << 20, HOT_BYTES);

  /** The same with 64 MiB that are taken for being in memory. */
  public JournalConfig(
      int segmentBytes, int minSegmentBytes, int maxFrameBytes, long reserveBytes) {
    this(segmentBytes, minSegmentBytes, maxFrameBytes, reserveBytes, HOT_BYTES);
  }

  public JournalConfig {
    check(maxFrameBytes >= StoredFrame.HEADER_BYTES, "maxFrameBytes is less than a header");
    check(
        minSegmentBytes >= maxFrameBytes + (long) SegmentHeader.BYTES,
        "minSegmentBytes has no room for a frame of maxFrameBytes");
    check(segmentBytes >= minSegmentBytes, "segmentBytes is less than minSegmentBytes");
    check(segmentBytes <= 1 << 30, "segmentBytes is above 1 GiB");
    check(reserveBytes >= 0, "reserveBytes is negative");
    check(hotBytes >= 0, "hotBytes is negative");
  }

  /**
   * Sizes for frames of a certain length: the smallest segment is 4 MiB, or more where such a frame
   * needs it.
   */
  public static JournalConfig of(long segmentBytes, int maxFrameBytes, long reserveBytes) {
    int smallest = Math.max(4 << 20, Math.addExact(maxFrameBytes, SegmentHeader.BYTES));
    return new JournalConfig(Math.toIntExact(segmentBytes), smallest, maxFrameBytes, reserveBytes);
  }

  private static void check(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }
}
