package io.feige.protocol.model;

import java.util.List;

/**
 * What is wrong with a node.
 *
 * @param isAlive false: only a start anew can help
 * @param deadThreads which threads have died and of what, a sentence each, at most {@link
 *     #MAX_SENTENCES}
 * @param failing what fails and is tried again, and replicas that take no part, and why, a sentence
 *     each, at most {@link #MAX_SENTENCES}
 */
public record NodeHealth(boolean isAlive, List<String> deadThreads, List<String> failing) {
  /** The most sentences of a kind. */
  public static final int MAX_SENTENCES = 16;

  /** Takes copies of the lists. */
  public NodeHealth {
    deadThreads = List.copyOf(deadThreads);
    failing = List.copyOf(failing);
  }
}
