package io.feige.client.internal.publish;

/**
 * What the sender of batches needs of the world: a way to the node, a loop and its clock.
 * Everything but {@link #execute} and {@link #nanoTime} is called on the loop.
 */
interface BatchPort {
  /** Whether there is a connection to send on. */
  boolean isUp();

  /** Sends a batch; exactly one of answered, refused and {@code lost} follows. */
  void publish(PendingBatch batch, long resolvedBelow, Answers answers);

  /** The node says that it does not serve: look for the one that does. */
  void reroute();

  /** Why there is no connection, in words. */
  String downBecause();

  /** Runs a task on the loop, from any thread. */
  void execute(Runnable task);

  /** Runs a task on the loop later. */
  void schedule(Runnable task, long delayNanos);

  /** The clock, as {@link System#nanoTime}; any thread. */
  long nanoTime();

  /** What became of a batch that was sent. */
  interface Answers {
    void confirmed(PendingBatch batch, PublishOutcome.Confirmed outcome);

    void refused(PendingBatch batch, PublishRefusal refusal);

    void lost(PendingBatch batch);
  }
}
