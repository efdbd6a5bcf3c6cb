package io.feige.protocol.model;

import java.util.List;

/**
 * A topic as it is now.
 *
 * @param partition its partition's number in this pair
 * @param startOffset offset of the oldest message held
 * @param endOffset offset of the next message
 * @param committedOffset consumers see messages below it
 * @param bytes bytes of its frames in the journal
 * @param delayed batches that wait for their time
 * @param createdAtMillis milliseconds since 1970
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
    long createdAtMillis,
    List<WorkFigures> work) {
  /**
   * Refuses figures of work where there are none, and none where there are.
   *
   * @throws IllegalArgumentException if the spec does not go with the figures
   */
  public TopicDescription {
    work = List.copyOf(work);
    if (!spec.stages().equals(work.stream().map(WorkFigures::stage).toList())) {
      throw new IllegalArgumentException("there are figures of each stage, and no others");
    }
  }

  /** Of a topic of messages. */
  public TopicDescription(
      TopicSpec spec,
      int partition,
      long startOffset,
      long endOffset,
      long committedOffset,
      long bytes,
      int delayed,
      long createdAtMillis) {
    this(
        spec,
        partition,
        startOffset,
        endOffset,
        committedOffset,
        bytes,
        delayed,
        createdAtMillis,
        List.of());
  }
}
