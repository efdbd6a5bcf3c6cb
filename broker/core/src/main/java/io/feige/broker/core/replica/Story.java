package io.feige.broker.core.replica;

import io.feige.protocol.cluster.ReplicaStory;

/** Remembers what reports tell about the latest activation and the latest cut. */
final class Story {
  private static final long NANOS_PER_MILLI = 1_000_000;

  private long activatedEpoch;
  private long activatedAt;
  private long commitBefore;
  private long learnedNanos;
  private long servedAfterMillis = -1;
  private long cutEpoch;
  private long cutFrom;
  private long cutBytes;

  void activated(long epoch, long position, long commit, long newLearnedNanos) {
    activatedEpoch = epoch;
    activatedAt = position;
    commitBefore = commit;
    learnedNanos = newLearnedNanos;
    servedAfterMillis = -1;
  }

  void serves(long nowNanos) {
    servedAfterMillis = (nowNanos - learnedNanos) / NANOS_PER_MILLI;
  }

  void cut(long epoch, long from, long bytes) {
    if (bytes > 0) {
      cutEpoch = epoch;
      cutFrom = from;
      cutBytes = bytes;
    }
  }

  ReplicaStory tell(ReplicaPort port) {
    return new ReplicaStory(
        activatedEpoch,
        activatedAt,
        commitBefore,
        servedAfterMillis,
        activatedEpoch == 0 ? 0 : port.redelivered(),
        cutEpoch,
        cutFrom,
        cutBytes);
  }
}
