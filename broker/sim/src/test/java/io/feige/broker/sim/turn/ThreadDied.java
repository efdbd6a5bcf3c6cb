package io.feige.broker.sim.turn;

/** One of a node's threads has died. */
public final class ThreadDied extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ThreadDied(String name) {
    super("thread " + name + " has died");
  }
}
