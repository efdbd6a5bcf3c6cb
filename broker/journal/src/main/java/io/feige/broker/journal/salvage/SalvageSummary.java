package io.feige.broker.journal.salvage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a salvage file holds.
 *
 * @param file its name
 * @param header what it says of itself; null if that cannot be read
 * @param frames of all kinds
 * @param firstEpoch epoch of the first frame
 * @param lastEpoch epoch of the last frame
 * @param firstMillis lowest broker's time of a frame
 * @param lastMillis highest broker's time of a frame
 * @param partitions those that have messages, ascending
 * @param damage what is wrong with the file; empty if nothing is. What was counted then stands
 *     before the damaged place
 */
public record SalvageSummary(
    String file,
    @Nullable SalvageHeader header,
    long frames,
    long firstEpoch,
    long lastEpoch,
    long firstMillis,
    long lastMillis,
    List<SalvagedPartition> partitions,
    String damage) {
  public SalvageSummary {
    partitions = List.copyOf(partitions);
  }

  /** Messages of all partitions, those that waited included. */
  public long records() {
    return partitions.stream().mapToLong(part -> part.records() + part.delayedRecords()).sum();
  }
}
