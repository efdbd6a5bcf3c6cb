package io.feige.client.internal.consume;

import io.feige.client.internal.base.UsualTime;

/**
 * One of the pairs that a consumer's messages come from, as its buffer counts it. The counts are
 * guarded by the buffer's lock.
 */
public final class Source {
  private final String topic;
  private final String pair;
  private final UsualTime roundTrip = new UsualTime();

  /** Messages in the buffer, whether claimed or not. */
  int messages;

  long bytes;
  int askedMessages;
  long askedBytes;
  int askedPulls;

  /** More pulls follow until there are as many as may be. */
  boolean isRefilling;

  /** The connection is lost: what is here is kept for a moment and not handed out. */
  boolean isSuspended;

  /** A source that has nothing yet. */
  public Source(String topic, String pair) {
    this.topic = topic;
    this.pair = pair;
  }

  String topic() {
    return topic;
  }

  String pair() {
    return pair;
  }

  /** What claims and verdicts take that are sent there, until they are answered. */
  UsualTime roundTrip() {
    return roundTrip;
  }
}
