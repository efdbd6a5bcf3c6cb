package io.feige.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What one cut of a replica's journal has left on its node, without the messages themselves.
 *
 * @param nodeId the node's name
 * @param pair whose journal was cut
 * @param file its name in the pair's directory of salvage
 * @param cutAt when; empty: that cannot be read
 * @param cutEpoch epoch of the active that the replica joined
 * @param position of the first frame in the journal
 * @param bytes of all frames
 * @param frames of all kinds
 * @param firstEpoch epoch of the first frame
 * @param lastEpoch epoch of the last frame
 * @param messages of all topics, those that waited for their time included
 * @param topics that have messages, those with the most first, at most 16
 * @param moreTopics how many there are besides
 * @param isRead whether the node has gone through it; if not, what is counted is 0 until it has
 * @param damage what is wrong with it; empty: nothing is, as far as it was read. What is counted
 *     stands before the damaged place
 */
public record SalvageFile(
    String nodeId,
    String pair,
    String file,
    Optional<Instant> cutAt,
    long cutEpoch,
    long position,
    long bytes,
    long frames,
    long firstEpoch,
    long lastEpoch,
    long messages,
    List<Topic> topics,
    int moreTopics,
    boolean isRead,
    String damage) {
  /** Takes a copy of the list. */
  public SalvageFile {
    topics = List.copyOf(topics);
  }

  /**
   * What it has of one topic.
   *
   * @param topic its name; empty: it was not known when the journal was cut
   * @param partition its number in the journal
   * @param messages that had offsets
   * @param delayedMessages that waited for their time
   * @param firstOffset of its messages; -1: none had an offset
   * @param lastOffset of its messages; -1: none had an offset
   * @param bytes of its frames
   */
  public record Topic(
      String topic,
      int partition,
      long batches,
      long messages,
      long delayedMessages,
      long firstOffset,
      long lastOffset,
      long bytes) {}
}
