package io.feige.broker.sim.cluster.node;

/** A fault that one request meets again and again, whichever replica decides on it. */
final class Poison extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Poison() {
    super("simulated: a fault of the deciding code");
  }
}
