package io.feige.protocol.frame;

/**
 * What the broker stamps on a frame; lengths and checksums are computed when it is written.
 *
 * @param kind what the frame means
 * @param flags flags of the kind, see {@link FrameKind}
 * @param partition partition the frame belongs to, 0 where it belongs to none
 * @param epoch epoch of the activation that writes it
 * @param position where it belongs in the journal
 * @param flushed the journal was durable up to here
 * @param timeMillis the broker's time, milliseconds since 1970
 * @param baseOffset offset of its first message; 0 unless MESSAGES
 * @param recordFirst index in the batch of the first record that has an offset; 0 unless a dead
 *     letter
 * @param recordCount number of records that have offsets; 0 unless MESSAGES
 */
public record FrameStamp(
    FrameKind kind,
    int flags,
    int partition,
    long epoch,
    long position,
    long flushed,
    long timeMillis,
    long baseOffset,
    int recordFirst,
    int recordCount) {

  /**
   * Refuses what {@link StoredFrame#headerProblem} would find in the written header.
   *
   * @throws IllegalArgumentException if a field is out of range; a bug of the caller
   */
  public FrameStamp {
    boolean negative =
        partition < 0
            || epoch < 0
            || position < 0
            || flushed < 0
            || timeMillis < 0
            || baseOffset < 0;
    if (negative) {
      throw new IllegalArgumentException(FrameProblem.NEGATIVE.sentence());
    }
    if (!kind.permitsFlags(flags)) {
      throw new IllegalArgumentException(FrameProblem.FLAGS_UNKNOWN.sentence() + " " + kind);
    }
    if (!StoredFrame.recordsFit(kind, recordFirst, recordCount)) {
      throw new IllegalArgumentException(FrameProblem.RECORDS_INVALID.sentence());
    }
  }

  /** A stamp of a kind without messages; epoch, position and flushed are still to be stamped. */
  public static FrameStamp of(FrameKind kind, int flags, int partition, long timeMillis) {
    return new FrameStamp(kind, flags, partition, 0, 0, 0, timeMillis, 0, 0, 0);
  }

  /**
   * A stamp of messages; epoch, position and flushed are still to be stamped.
   *
   * @param baseOffset offset of the record with the index {@code recordFirst}
   */
  public static FrameStamp messages(
      int flags, int partition, long timeMillis, long baseOffset, int recordFirst, int records) {
    return new FrameStamp(
        FrameKind.MESSAGES,
        flags,
        partition,
        0,
        0,
        0,
        timeMillis,
        baseOffset,
        recordFirst,
        records);
  }
}
