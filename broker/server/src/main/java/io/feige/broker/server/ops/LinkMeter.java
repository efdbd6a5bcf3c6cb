package io.feige.broker.server.ops;

import java.util.concurrent.atomic.LongAdder;

/**
 * Bytes of the replication links with one peer for one pair, as they are on the wire. Any thread.
 */
public final class LinkMeter {
  private final LongAdder sent;
  private final LongAdder received;

  LinkMeter(LongAdder sent, LongAdder received) {
    this.sent = sent;
    this.received = received;
  }

  /** Bytes were given to the socket. */
  public void sent(long bytes) {
    sent.add(bytes);
  }

  /** Bytes came. */
  public void received(long bytes) {
    received.add(bytes);
  }
}
