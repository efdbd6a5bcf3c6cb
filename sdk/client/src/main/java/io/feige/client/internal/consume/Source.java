package io.feige.client.internal.consume;

/**
 * One of the pairs that a consumer's messages come from, as its buffer counts it. The counts are
 * guarded by the buffer's lock.
 */
public final class Source {
  private final String topic;
  private final String pair;

  int messages;
  long bytes;
  int askedMessages;
  long askedBytes;
  int askedPulls;

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
}
