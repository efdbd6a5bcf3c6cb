package io.feige.broker.core.decide;

import io.feige.broker.core.state.MailCost;

/**
 * What the mailboxes of all topics may be, and how long others wait for them.
 *
 * @param bytes of the heap that they take together, as {@link MailCost} reckons
 * @param steps that messages of channels go on before others have their turn
 */
public record MailLimits(long bytes, int steps) {
  public MailLimits {
    if (bytes < 1 || steps < 1) {
      throw new IllegalArgumentException("limits of mailboxes must be at least 1");
    }
  }
}
