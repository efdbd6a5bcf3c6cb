package io.feige.broker.journal.live;

import io.feige.protocol.model.DiskHolderKind;

/** What one of those who need the journal needs, as far as it was added up. Loop thread only. */
final class Tally {
  private final DiskHolderKind kind;
  private final int partition;
  private final int group;
  private long bytes;
  private long position = Long.MAX_VALUE;
  private long timeMillis;

  /** Bytes of the partition in the segments that were looked at. */
  private long behind;

  Tally(DiskHolderKind kind, int partition, int group) {
    this.kind = kind;
    this.partition = partition;
    this.group = group;
  }

  /** Of all of a kind. */
  static Tally ofAll(DiskHolderKind kind) {
    return new Tally(kind, -1, -1);
  }

  /**
   * Adds what is needed somewhere.
   *
   * @param atMillis when that was stored, about; 0: not known
   */
  void add(long moreBytes, long atPosition, long atMillis) {
    bytes += moreBytes;
    if (atPosition < position) {
      position = atPosition;
      timeMillis = atMillis;
    }
  }

  void add(Tally other) {
    add(other.bytes, other.position, other.timeMillis);
  }

  /** Counts what the partition has in a segment. */
  void pass(long partitionBytes) {
    behind += partitionBytes;
  }

  long behind() {
    return behind;
  }

  DiskHolderKind kind() {
    return kind;
  }

  long bytes() {
    return bytes;
  }

  long position() {
    return position;
  }

  /**
   * As it is.
   *
   * @param frameMillis the time of the oldest frame; 0: not known
   */
  Holding holding(long frameMillis) {
    long since = frameMillis == 0 ? timeMillis : frameMillis;
    return new Holding(kind, partition, group, bytes, position, since);
  }
}
