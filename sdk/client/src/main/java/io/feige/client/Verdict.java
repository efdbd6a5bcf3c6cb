package io.feige.client;

import java.time.Duration;
import java.util.Optional;

/** What becomes of a message that a handler was given. */
public sealed interface Verdict permits Verdict.Ack, Verdict.Retry, Verdict.Reject {
  /** Done: never deliver it to the group again. */
  static Verdict ack() {
    return Ack.DONE;
  }

  /** Deliver it again after the topic's back-off. */
  static Verdict retry() {
    return Retry.BACK_OFF;
  }

  /** Deliver it again after this delay, at most 24 days; a negative one is none. */
  static Verdict retry(Duration delay) {
    return new Retry(Optional.of(delay));
  }

  /** Move it to the dead-letter topic, with this reason, of which 1,000 characters are kept. */
  static Verdict reject(String reason) {
    return new Reject(reason);
  }

  /** Done. */
  record Ack() implements Verdict {
    private static final Ack DONE = new Ack();
  }

  /**
   * Again later.
   *
   * @param delay how much later; empty for the topic's back-off
   */
  record Retry(Optional<Duration> delay) implements Verdict {
    private static final Retry BACK_OFF = new Retry(Optional.empty());
  }

  /**
   * Never again.
   *
   * @param reason told in the dead letter
   */
  record Reject(String reason) implements Verdict {}
}
