package io.feige.dist.salvage;

import io.feige.broker.journal.salvage.SalvageHeader;
import io.feige.broker.journal.salvage.SalvageSummary;
import io.feige.broker.journal.salvage.SalvagedPartition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A salvage file for scripts.
 *
 * @param cutAt when it was made
 * @param cutEpoch epoch of the active that the replica joined
 * @param damage what is wrong with the file; empty: nothing
 */
record SalvageJson(
    String file,
    String pair,
    @Nullable String cutAt,
    long cutEpoch,
    long position,
    long bytes,
    long frames,
    long firstEpoch,
    long lastEpoch,
    long messages,
    List<Topic> topics,
    String damage) {
  /** What it has of one topic. */
  record Topic(
      String topic,
      int partition,
      long batches,
      long messages,
      long delayedMessages,
      long firstOffset,
      long lastOffset,
      long bytes) {
    static Topic of(SalvagedPartition part) {
      return new Topic(
          part.topic(),
          part.partition(),
          part.batches() + part.delayedBatches(),
          part.records(),
          part.delayedRecords(),
          part.firstOffset(),
          part.lastOffset(),
          part.bytes());
    }
  }

  static SalvageJson of(SalvageOptions.Found found) {
    SalvageSummary summary = found.summary();
    SalvageHeader header = summary.header();
    return new SalvageJson(
        summary.file(),
        header == null ? found.pair() : header.pair(),
        header == null ? null : Instant.ofEpochMilli(header.timeMillis()).toString(),
        header == null ? 0 : header.epoch(),
        header == null ? 0 : header.position(),
        header == null ? 0 : header.bytes(),
        summary.frames(),
        summary.firstEpoch(),
        summary.lastEpoch(),
        summary.records(),
        summary.partitions().stream().map(Topic::of).toList(),
        summary.damage());
  }
}
