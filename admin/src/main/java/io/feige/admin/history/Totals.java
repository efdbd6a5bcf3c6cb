package io.feige.admin.history;

import io.feige.client.GroupDescription;
import io.feige.client.TopicDescription;
import java.util.Comparator;
import java.util.List;

/**
 * All topics and groups in a few figures, however many there are.
 *
 * @param topics how many
 * @param messages that they hold
 * @param bytes of these
 * @param delayed messages that wait for their time
 * @param groups how many
 * @param unsettled messages, of all groups
 * @param waiting groups that have most of these, {@value #MOST_WAITING} of them at most
 */
public record Totals(
    int topics,
    long messages,
    long bytes,
    long delayed,
    int groups,
    long unsettled,
    List<GroupDescription> waiting) {
  static final int MOST_WAITING = 20;

  private static final Comparator<GroupDescription> MOST_FIRST =
      Comparator.comparingLong(GroupDescription::lag)
          .reversed()
          .thenComparing(GroupDescription::topic)
          .thenComparing(GroupDescription::group);

  /** Of nothing. */
  public static final Totals NOTHING = of(List.of(), List.of());

  /** Takes a copy of the list. */
  public Totals {
    waiting = List.copyOf(waiting);
  }

  static Totals of(List<TopicDescription> topics, List<GroupDescription> groups) {
    return new Totals(
        topics.size(),
        topics.stream().mapToLong(topic -> topic.endOffset() - topic.startOffset()).sum(),
        topics.stream().mapToLong(TopicDescription::bytes).sum(),
        topics.stream().mapToLong(TopicDescription::delayed).sum(),
        groups.size(),
        groups.stream().mapToLong(GroupDescription::lag).sum(),
        groups.stream()
            .filter(group -> group.lag() > 0)
            .sorted(MOST_FIRST)
            .limit(MOST_WAITING)
            .toList());
  }
}
