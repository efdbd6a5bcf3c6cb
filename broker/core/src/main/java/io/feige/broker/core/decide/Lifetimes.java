package io.feige.broker.core.decide;

/**
 * How long things last where no topic's own settings say so.
 *
 * @param deadLetterMillis age at which messages of a dead-letter topic may go that nobody created
 *     with settings of its own, settled or not; 0: no limit
 * @param delayMillis how far in the future a deliverAt may lie
 */
public record Lifetimes(long deadLetterMillis, long delayMillis) {
  private static final long DAY_MILLIS = 86_400_000;

  /** Two weeks for a dead letter, a year for a delay. */
  public static final Lifetimes DEFAULT = new Lifetimes(14 * DAY_MILLIS, 365 * DAY_MILLIS);

  public Lifetimes {
    if (deadLetterMillis < 0 || delayMillis < 1) {
      throw new IllegalArgumentException(
          "lifetimes of " + deadLetterMillis + " and " + delayMillis + " milliseconds");
    }
  }
}
