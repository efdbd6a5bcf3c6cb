package io.feige.client.internal.publish;

/** The loop that owns a producer's batches, and its clock. Any thread. */
interface LoopPort {
  /** Runs a task on the loop. */
  void execute(Runnable task);

  /** Runs a task on the loop later. */
  void schedule(Runnable task, long delayNanos);

  /** The clock, as {@link System#nanoTime}. */
  long nanoTime();
}
