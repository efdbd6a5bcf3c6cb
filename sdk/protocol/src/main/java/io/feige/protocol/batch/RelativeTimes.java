package io.feige.protocol.batch;

import io.feige.protocol.Crc32c;
import java.nio.ByteBuffer;

/**
 * Times of a batch that its producer cannot know, because they count from when a node takes it:
 * delays and times to live. Until then the field of such a time holds {@link #MARK} and the
 * milliseconds; the node that takes the batch replaces them by its clock, so what is stored has
 * dates alone.
 */
public final class RelativeTimes {
  /** The bit that no date has: it would be 146 million years away. */
  public static final long MARK = 1L << 62;

  /** The longest time that can be said. */
  public static final long LONGEST_MILLIS = MARK - 1;

  private RelativeTimes() {}

  /** So many milliseconds, cut to {@link #LONGEST_MILLIS}. */
  public static long of(long millis) {
    return MARK | Math.min(millis, LONGEST_MILLIS);
  }

  /** Whether a field holds a time of this kind. */
  public static boolean isRelative(long field) {
    return field >= MARK;
  }

  /**
   * Replaces all that a batch has, and its checksum. A batch that is damaged stays as it is.
   *
   * @param batch all of it, from index 0 to its limit
   * @param nowMillis by the clock of the node that takes it, milliseconds since 1970
   */
  public static void settle(ByteBuffer batch, long nowMillis) {
    BatchHead head = BatchHead.at(batch, 0);
    if (head.headProblem() != null || !hasAny(head) || head.crcProblem() != null) {
      return;
    }
    batch.putLong(BatchHead.DELIVER_AT_AT, date(head.deliverAtMillis(), nowMillis));
    for (int i = 0; head.hasColumn(BatchHead.EXPIRIES) && i < head.recordCount(); i++) {
      batch.putLong(head.expiryAt(i), date(head.expiryMillis(i), nowMillis));
    }
    int checked = batch.limit() - BatchHead.CHECKED_FROM;
    batch.putInt(BatchHead.CRC_AT, Crc32c.of(batch, BatchHead.CHECKED_FROM, checked));
  }

  private static boolean hasAny(BatchHead head) {
    if (isRelative(head.deliverAtMillis())) {
      return true;
    }
    for (int i = 0; head.hasColumn(BatchHead.EXPIRIES) && i < head.recordCount(); i++) {
      if (isRelative(head.expiryMillis(i))) {
        return true;
      }
    }
    return false;
  }

  private static long date(long field, long nowMillis) {
    return isRelative(field) ? nowMillis + (field - MARK) : field;
  }
}
