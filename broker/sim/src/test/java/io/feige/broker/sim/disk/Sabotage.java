package io.feige.broker.sim.disk;

/** Duties that a broken node neglects. */
public enum Sabotage {
  SKIP_FORCE,
  SKIP_DIRECTORY_FORCE,
  SKIP_ZEROING
}
