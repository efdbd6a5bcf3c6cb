package io.feige.broker.core.work;

/**
 * A request that a worker is to answer.
 *
 * @param id another one for each request of a pair
 * @param attempt from 1; one more each time a worker was lost that had it
 * @param returns how often a worker has given it back unanswered
 */
public record Job(long id, int attempt, int returns, Work work) {
  /** The same for another worker, because the one that had it was lost. */
  Job again() {
    return new Job(id, attempt + 1, returns, work);
  }

  /** The same for another worker, because the one that had it cannot answer it. */
  Job returned() {
    return new Job(id, attempt, returns + 1, work);
  }
}
