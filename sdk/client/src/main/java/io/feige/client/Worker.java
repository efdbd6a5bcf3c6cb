package io.feige.client;

import java.util.Optional;

/**
 * Answers the requests of a topic of work, so many at a time. It stays through failovers: what it
 * has when it loses its connection is cancelled, because another worker has that next.
 */
public interface Worker extends AutoCloseable {
  /** The topic. */
  String topic();

  /** The stage. */
  String stage();

  /** How many handlers have not returned, also of requests that are another worker's by now. */
  int running();

  /** Whether it takes requests: a node knows it, and it neither drains nor is closed. */
  boolean isReady();

  /** Why it gets nothing to do, if a node refuses it, such as for a right that is missing. */
  Optional<FeigeException> problem();

  /** Takes nothing new; what it has it finishes. Returns at once. */
  void drain();

  /**
   * Leaves at once: what it has goes to other workers, as the next attempt, and its handlers are
   * interrupted. What they return is dropped.
   */
  void leave();

  /**
   * Drains, waits for what runs, at most for the client's close timeout, and leaves; what still
   * runs then is cancelled. Called by its own handler it returns at once, and the worker is closed
   * when the handler has returned and its answer is sent.
   */
  @Override
  void close();
}
