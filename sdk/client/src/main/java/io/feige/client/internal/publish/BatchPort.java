package io.feige.client.internal.publish;

/**
 * What the sender of batches needs of the world: a way to the active node of a pair, a loop and its
 * clock. What this interface adds is called on the loop.
 */
interface BatchPort extends LoopPort {
  /** Seconds since 1970. Any thread. */
  long seconds();

  /** Name of the pair. */
  String pair();

  /** Whether there is a connection to send on. */
  boolean isUp();

  /** Whether the cluster wants messages to be published here. */
  boolean acceptsPublishes();

  /** Sends a batch; exactly one of answered, refused and {@code lost} follows. */
  void publish(PendingBatch batch, long resolvedBelow, Answers answers);

  /** The node says that it does not serve: look for the one that does. */
  void reroute(PublishRefusal refusal);

  /** Why there is no connection, in words. */
  String downBecause();

  /** What became of a batch that was sent. */
  interface Answers {
    void confirmed(PendingBatch batch, PublishOutcome.Confirmed outcome);

    void refused(PendingBatch batch, PublishRefusal refusal);

    void lost(PendingBatch batch);
  }
}
