package io.feige.broker.server.salvage;

import io.feige.broker.journal.salvage.SalvageHeader;
import io.feige.broker.journal.salvage.SalvageSummary;
import io.feige.broker.journal.salvage.SalvagedPartition;
import io.feige.protocol.model.SalvageFile;
import io.feige.protocol.model.SalvageTopic;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Salvage files as they are shown to others: bounded, and without numbers that cannot be. */
final class SalvageShown {
  private static final SalvageHeader UNKNOWN = new SalvageHeader("", 0, 0, 0, 0, 0, noTopics());

  private static final int MAX_WORDS = 300;

  private SalvageShown() {}

  private static SortedMap<Integer, String> noTopics() {
    return new TreeMap<>();
  }

  /**
   * A file.
   *
   * @param pair whose directory it lies in
   */
  static SalvageFile of(String pair, SalvageSummary summary, boolean isRead) {
    SalvageHeader told = summary.header();
    SalvageHeader header = told == null ? UNKNOWN : told;
    List<SalvageTopic> topics =
        summary.partitions().stream()
            .map(SalvageShown::topic)
            .sorted(
                Comparator.comparingLong(SalvageShown::messages)
                    .reversed()
                    .thenComparingInt(SalvageTopic::partition))
            .toList();
    List<SalvageTopic> first = topics.subList(0, Math.min(topics.size(), SalvageFile.MAX_TOPICS));
    return new SalvageFile(
        header.pair().isEmpty() ? pair : header.pair(),
        summary.file(),
        sane(header.timeMillis()),
        sane(header.epoch()),
        sane(header.position()),
        sane(header.bytes()),
        sane(summary.frames()),
        sane(summary.firstEpoch()),
        sane(summary.lastEpoch()),
        sane(summary.records()),
        first,
        topics.size() - first.size(),
        isRead,
        cut(summary.damage()));
  }

  /** A file that the system does not let this node read, or whose bytes nobody thought of. */
  static SalvageFile unreadable(String pair, String name, Exception cause) {
    String damage = "it cannot be read: " + cause;
    return of(pair, new SalvageSummary(name, null, 0, 0, 0, 0, 0, List.of(), damage), true);
  }

  private static SalvageTopic topic(SalvagedPartition part) {
    return new SalvageTopic(
        part.topic(),
        (int) sane(part.partition()),
        part.batches() + part.delayedBatches(),
        sane(part.records()),
        sane(part.delayedRecords()),
        part.firstOffset(),
        part.lastOffset(),
        part.bytes());
  }

  private static long messages(SalvageTopic topic) {
    return topic.messages() + topic.delayedMessages();
  }

  private static long sane(long number) {
    return Math.max(0, number);
  }

  private static String cut(String words) {
    return words.substring(0, Math.min(words.length(), MAX_WORDS));
  }
}
