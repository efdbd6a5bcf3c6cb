package io.feige.client;

/** Settings of a worker. */
public interface WorkerBuilder {
  /**
   * How many requests it handles at a time; 1 if nothing is said. Each has a thread while it is
   * handled.
   *
   * @throws IllegalArgumentException not 1 to 1,000
   */
  WorkerBuilder concurrency(int jobs);

  /**
   * Starts it. Returns at once; it works as soon as the topic is there and its node is connected.
   * What keeps it from that is its {@link Worker#problem}.
   *
   * @throws FeigeException CLIENT_CLOSED
   */
  Worker handle(JobHandler handler);
}
