package io.feige.jmeter;

import java.util.concurrent.atomic.AtomicLong;

/** What one group has been given of a topic. Any thread. */
final class GroupAccount {
  private final Marks received = new Marks();
  private final Marks acked = new Marks();
  private final AtomicLong again = new AtomicLong();
  private final AtomicLong twice = new AtomicLong();
  private final AtomicLong afterAck = new AtomicLong();
  private final AtomicLong foreign = new AtomicLong();
  private final AtomicLong notAcked = new AtomicLong();
  private final Times endToEnd = new Times();

  /**
   * A message was delivered.
   *
   * @param isMarkedAgain whether the delivery itself says that it may not be the first
   */
  void delivered(Stamp stamp, boolean isMarkedAgain) {
    endToEnd.add(Stamp.nowMicros() - stamp.sentMicros());
    if (received.add(stamp.stream(), stamp.sequence())) {
      return;
    }
    again.incrementAndGet();
    if (!isMarkedAgain) {
      twice.incrementAndGet();
    }
    if (acked.has(stamp.stream(), stamp.sequence())) {
      afterAck.incrementAndGet();
    }
  }

  /** Its ack was confirmed. */
  void acked(Stamp stamp) {
    acked.add(stamp.stream(), stamp.sequence());
  }

  /** So many acks were not taken. */
  void notAcked(long messages) {
    notAcked.addAndGet(messages);
  }

  long notAckedCount() {
    return notAcked.get();
  }

  /** A message that this run has not published. */
  void foreign() {
    foreign.incrementAndGet();
  }

  Marks received() {
    return received;
  }

  long ackedCount() {
    return acked.size();
  }

  /** Deliveries of what had been delivered; the group may have let a lease end. */
  long again() {
    return again.get();
  }

  /** Those of them that did not say so: the message is there twice. */
  long twice() {
    return twice.get();
  }

  /** Those of them that came after a confirmed ack. */
  long afterAck() {
    return afterAck.get();
  }

  long foreignCount() {
    return foreign.get();
  }

  Times endToEnd() {
    return endToEnd;
  }
}
