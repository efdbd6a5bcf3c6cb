package io.feige.dist.torture;

import java.util.BitSet;

/** Numbers of messages, one bit each. Any thread. */
final class IdSet {
  private final BitSet bits = new BitSet();

  /** False if it was there already. */
  synchronized boolean add(int id) {
    if (bits.get(id)) {
      return false;
    }
    bits.set(id);
    return true;
  }

  synchronized boolean contains(int id) {
    return bits.get(id);
  }

  synchronized void addAll(IdSet other) {
    bits.or(other.copy());
  }

  synchronized void clear() {
    bits.clear();
  }

  /** The members that the other set lacks. */
  BitSet without(IdSet other) {
    BitSet missing = copy();
    missing.andNot(other.copy());
    return missing;
  }

  /** The members that the other set has too. */
  BitSet alsoIn(IdSet other) {
    BitSet both = copy();
    both.and(other.copy());
    return both;
  }

  private synchronized BitSet copy() {
    return (BitSet) bits.clone();
  }
}
