package io.feige.broker.journal.salvage;

import java.util.Map;

/**
 * What a cut is about, told by whoever makes it.
 *
 * @param pair whose journal is cut
 * @param epoch of the active replica, which holds something else in that place
 * @param timeMillis broker's time of the cut
 * @param topics names of the topics by partition, because frames say the partition only
 */
public record SalvageLabel(String pair, long epoch, long timeMillis, Map<Integer, String> topics) {
  public SalvageLabel {
    topics = Map.copyOf(topics);
  }
}
