package io.feige.broker.sim.net;

import io.feige.protocol.command.Mail;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Messages as a client gets them.
 *
 * @param generation of the group; 0 for a reader
 * @param next where a reader goes on
 * @param mail what is said of the mailbox that they are from; null for others
 */
public record Delivered(int generation, long next, List<Run> runs, @Nullable Mail mail) {
  /** Messages of no mailbox. */
  public Delivered(int generation, long next, List<Run> runs) {
    this(generation, next, runs, null);
  }

  /** Offsets that came as one attempt. */
  public record Run(long first, long last, int attempt) {}
}
