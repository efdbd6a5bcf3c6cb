package io.feige.jmeter;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** A set of messages by stream and sequence; a bit each. Any thread. */
final class Marks {
  private final Map<Integer, BitSet> streams = new HashMap<>();
  private long size;

  /** Adds one; false if it was there. */
  synchronized boolean add(int stream, int sequence) {
    BitSet marks = streams.computeIfAbsent(stream, unused -> new BitSet());
    if (marks.get(sequence)) {
      return false;
    }
    marks.set(sequence);
    size++;
    return true;
  }

  synchronized boolean has(int stream, int sequence) {
    BitSet marks = streams.get(stream);
    return marks != null && marks.get(sequence);
  }

  synchronized long size() {
    return size;
  }

  /** How many of these are not among others. */
  long without(Marks others) {
    Map<Integer, BitSet> theirs = others.copy();
    long missing = 0;
    for (Map.Entry<Integer, BitSet> stream : copy().entrySet()) {
      BitSet left = stream.getValue();
      left.andNot(theirs.getOrDefault(stream.getKey(), new BitSet()));
      missing += left.cardinality();
    }
    return missing;
  }

  private synchronized Map<Integer, BitSet> copy() {
    Map<Integer, BitSet> copy = new HashMap<>();
    streams.forEach((stream, marks) -> copy.put(stream, (BitSet) marks.clone()));
    return copy;
  }
}
