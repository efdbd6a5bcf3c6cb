package io.feige.broker.journal.snapshot;

import io.feige.broker.journal.format.SnapshotHeader;

/**
 * Where a journal begins that copies another one which has lost its beginning to retention.
 *
 * @param start position of the first frame that will be copied
 * @param snapshotPosition the snapshot holds the state of all frames below it
 * @param snapshotBytes length of the snapshot as stored, its header included
 */
public record CopyStart(long start, long snapshotPosition, long snapshotBytes) {
  /** The longest snapshot, its header included. */
  public static final long MAX_SNAPSHOT_BYTES = 1 << 30;

  public CopyStart {
    if (start <= 0
        || snapshotPosition < start
        || snapshotBytes < SnapshotHeader.BYTES
        || snapshotBytes > MAX_SNAPSHOT_BYTES) {
      throw new IllegalArgumentException(
          "a journal from %d on with a snapshot of %d bytes at %d"
              .formatted(start, snapshotBytes, snapshotPosition));
    }
  }
}
