package io.feige.client;

/** Answers requests. Called by several threads at once if the worker's concurrency is above 1. */
@FunctionalInterface
public interface JobHandler {
  /**
   * Answers one request. May block. If nobody wants the answer any more its thread is interrupted,
   * and what it returns is dropped; until it returns it takes a place of the worker.
   *
   * @return the answer, or what the next stage gets ({@link Reply#next}); null is a failure, as an
   *     exception is
   * @throws Exception whatever goes wrong; the caller is answered with status 500 and what {@link
   *     Throwable#toString} says, at most 1,000 characters of it
   */
  Reply handle(Job job) throws Exception;
}
