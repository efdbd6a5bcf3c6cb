package io.feige.broker.sim.net;

import java.util.List;

/**
 * Messages as a client gets them.
 *
 * @param generation of the group; 0 for a reader
 * @param next where a reader goes on
 */
public record Delivered(int generation, long next, List<Run> runs) {
  /** Offsets that came as one attempt. */
  public record Run(long first, long last, int attempt) {}
}
