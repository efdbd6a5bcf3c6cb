package io.feige.dist.traffic;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** What is known of each message of one load, by its number. Any thread. */
final class Ledger {
  private final BitSet confirmed = new BitSet();
  private final BitSet delivered = new BitSet();
  private final BitSet acked = new BitSet();
  private final Map<String, Integer> newestOfKey = new HashMap<>();
  private final Map<Integer, Long> unsettledPlaces = new HashMap<>();
  private int unknown;
  private int redelivered;
  private int afterAck;
  private int reordered;
  private int storedTwice;

  synchronized void confirmed(int number) {
    confirmed.set(number);
  }

  synchronized void unknown() {
    unknown++;
  }

  /**
   * A delivery.
   *
   * @param offset in the partition of the message's pair; a key's messages are all in one
   */
  synchronized void delivered(int number, String key, long offset, boolean isRepeated) {
    if (isRepeated) {
      redelivered++;
    }
    if (acked.get(number)) {
      afterAck++;
    }
    Long place = unsettledPlaces.put(number, offset);
    if (place != null && place != offset) {
      storedTwice++;
    } else if (place == null && delivered.get(number)) {
      // Settled before, and here again under whatever offset: afterAck says so.
      unsettledPlaces.remove(number);
    }
    if (!delivered.get(number)) {
      delivered.set(number);
      Integer newest = newestOfKey.get(key);
      if (newest != null && number < newest) {
        reordered++;
      } else {
        newestOfKey.put(key, number);
      }
    }
  }

  synchronized void acked(int number) {
    acked.set(number);
    unsettledPlaces.remove(number);
  }

  /** Messages that are confirmed and were not delivered so far. */
  synchronized int missing() {
    BitSet left = (BitSet) confirmed.clone();
    left.andNot(delivered);
    return left.cardinality();
  }

  synchronized int confirmedCount() {
    return confirmed.cardinality();
  }

  synchronized int deliveredCount() {
    return delivered.cardinality();
  }

  Account account() {
    int lost = missing();
    synchronized (this) {
      return new Account(
          confirmed.cardinality(), unknown, lost, redelivered, afterAck, reordered, storedTwice);
    }
  }
}
