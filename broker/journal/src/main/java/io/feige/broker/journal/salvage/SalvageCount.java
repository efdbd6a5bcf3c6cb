package io.feige.broker.journal.salvage;

import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts the frames of a salvage file. */
final class SalvageCount {
  /** Of one partition. */
  private static final class Part {
    private long batches;
    private long records;
    private long delayedBatches;
    private long delayedRecords;
    private long bytes;
    private long firstOffset = -1;
    private long lastOffset = -1;

    void add(StoredFrame frame) {
      bytes += frame.length();
      if (frame.kind() == FrameKind.DELAYED) {
        delayedBatches++;
        delayedRecords += frame.batch().recordCount();
        return;
      }
      batches++;
      records += frame.recordCount();
      firstOffset = firstOffset < 0 ? frame.baseOffset() : firstOffset;
      lastOffset = frame.baseOffset() + frame.recordCount() - 1;
    }

    SalvagedPartition of(int partition, String topic) {
      return new SalvagedPartition(
          partition,
          topic,
          batches,
          records,
          delayedBatches,
          delayedRecords,
          bytes,
          firstOffset,
          lastOffset);
    }
  }

  private final SortedMap<Integer, Part> parts = new TreeMap<>();
  private long frames;
  private long firstEpoch;
  private long lastEpoch;
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis;

  void add(StoredFrame frame) {
    if (frames++ == 0) {
      firstEpoch = frame.epoch();
    }
    lastEpoch = frame.epoch();
    firstMillis = Math.min(firstMillis, frame.timeMillis());
    lastMillis = Math.max(lastMillis, frame.timeMillis());
    FrameKind kind = frame.kind();
    // What a copy is of was confirmed, so it is in the journal that is served.
    boolean isCopy = frame.hasFlag(FrameKind.FLAG_CARRIED);
    if (kind != null && kind.hasBatch() && !isCopy) {
      parts.computeIfAbsent(frame.partition(), partition -> new Part()).add(frame);
    }
  }

  SalvageSummary summary(String file, @Nullable SalvageHeader header, String damage) {
    return new SalvageSummary(
        file,
        header,
        frames,
        firstEpoch,
        lastEpoch,
        frames == 0 ? 0 : firstMillis,
        lastMillis,
        parts.entrySet().stream()
            .map(part -> part.getValue().of(part.getKey(), topic(header, part.getKey())))
            .toList(),
        damage);
  }

  private static String topic(@Nullable SalvageHeader header, int partition) {
    return header == null ? "" : header.topics().getOrDefault(partition, "");
  }
}
