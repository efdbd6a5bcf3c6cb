package io.feige.client;

import java.time.Instant;
import java.util.List;

/**
 * A topic as it stands. A topic has a partition at each pair; with several pairs the offsets here
 * are sums over the partitions, so their differences are numbers of messages, and {@code pairs} has
 * the offsets of each.
 *
 * @param spec what it is
 * @param partition the number of its partition on the pair, or on the first one
 * @param startOffset oldest offset held
 * @param endOffset offset that the next message will get
 * @param committedOffset messages below it are durable as promised and can be delivered
 * @param bytes bytes held
 * @param delayed messages that wait for their time
 * @param createdAt when it was created, by the broker's clock
 * @param pairs the same at each pair that has it
 * @param work how it goes at each stage of a topic of work; empty: it has messages
 */
public record TopicDescription(
    TopicSpec spec,
    int partition,
    long startOffset,
    long endOffset,
    long committedOffset,
    long bytes,
    int delayed,
    Instant createdAt,
    List<TopicInPair> pairs,
    List<WorkFigures> work) {
  /** Takes copies of the lists. */
  public TopicDescription {
    pairs = List.copyOf(pairs);
    work = List.copyOf(work);
  }
}
