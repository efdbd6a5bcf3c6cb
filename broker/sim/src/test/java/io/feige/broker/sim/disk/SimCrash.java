package io.feige.broker.sim.disk;

/**
 * The process dies here. An error, so that no code under test takes it for a failure it can handle.
 */
public final class SimCrash extends Error {
  private static final long serialVersionUID = 1L;

  public SimCrash(String where) {
    super(where, null, false, false);
  }
}
