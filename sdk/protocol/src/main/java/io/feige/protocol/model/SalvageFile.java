package io.feige.protocol.model;

import java.util.List;

/**
 * What one cut of a replica's journal has left, without the messages themselves.
 *
 * @param pair whose journal was cut
 * @param file its name in the pair's directory of salvage
 * @param cutMillis when, in milliseconds since 1970; 0: it cannot be read
 * @param cutEpoch epoch of the active that the replica joined
 * @param position of the first frame in the journal
 * @param bytes of all frames
 * @param frames of all kinds
 * @param firstEpoch epoch of the first frame
 * @param lastEpoch epoch of the last frame
 * @param messages of all topics, those that waited for their time included
 * @param topics that have messages, those with the most first, at most {@link #MAX_TOPICS}
 * @param moreTopics how many there are besides
 * @param isRead whether the node has gone through it; if not, what is counted is 0 until it has
 * @param damage what is wrong with it; empty: nothing is, as far as it was read. What is counted
 *     stands before the damaged place
 */
public record SalvageFile(
    String pair,
    String file,
    long cutMillis,
    long cutEpoch,
    long position,
    long bytes,
    long frames,
    long firstEpoch,
    long lastEpoch,
    long messages,
    List<SalvageTopic> topics,
    int moreTopics,
    boolean isRead,
    String damage) {
  /** The most topics that are named of one file. */
  public static final int MAX_TOPICS = 16;

  /** Takes a copy of the list. */
  public SalvageFile {
    topics = List.copyOf(topics);
  }
}
