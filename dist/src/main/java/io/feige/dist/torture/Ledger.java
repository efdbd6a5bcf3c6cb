package io.feige.dist.torture;

import io.feige.client.Delivery;
import io.feige.dist.torture.Violations.Kind;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * What the clients know to be promised: which messages were confirmed, and which acks. Any thread.
 *
 * <p>When is a delivery one too many? The node may hand a message out again while an ack of it is
 * under way, and both may end well. So an ack counts as final only if no such delivery can be under
 * way any more: when message and ack belong to the same life of the node, where the lease kept
 * everybody else from it; otherwise from the node's next life on. Between two lives every consumer
 * has emptied what it had fetched.
 */
final class Ledger {
  /** What one group was given, and what it acked for good or not yet; a set for each publisher. */
  private record Group(
      List<IdSet> seen, List<IdSet> acked, List<IdSet> ackedLately, LongAdder seenCount) {
    static Group of(int publishers) {
      return new Group(sets(publishers), sets(publishers), sets(publishers), new LongAdder());
    }
  }

  private final Violations violations;
  private final List<IdSet> confirmed;
  private final List<IdSet> refused;
  private final List<Group> groups;
  private final AtomicLong firstDeliveryNanos = new AtomicLong();
  private final LongAdder published = new LongAdder();
  private final LongAdder confirms = new LongAdder();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder delivered = new LongAdder();
  private final LongAdder redelivered = new LongAdder();
  private final LongAdder acks = new LongAdder();
  private final AtomicInteger life = new AtomicInteger(1);

  Ledger(int publishers, int groups, Violations violations) {
    this.violations = violations;
    this.confirmed = sets(publishers);
    this.refused = sets(publishers);
    this.groups = IntStream.range(0, groups).mapToObj(i -> Group.of(publishers)).toList();
  }

  private static List<IdSet> sets(int count) {
    return IntStream.range(0, count).mapToObj(i -> new IdSet()).toList();
  }

  void published() {
    published.increment();
  }

  void confirmed(int publisher, int sequence) {
    confirmed.get(publisher).add(sequence);
    confirms.increment();
  }

  void refused(int publisher, int sequence) {
    refused.get(publisher).add(sequence);
  }

  void unknown() {
    unknown.increment();
  }

  /** The number of the node's present life, from 1. */
  int life() {
    return life.get();
  }

  /** The node is dead and all consumers are empty: from here on every confirmed ack is final. */
  void nextLife() {
    for (Group group : groups) {
      for (int i = 0; i < confirmed.size(); i++) {
        group.acked().get(i).addAll(group.ackedLately().get(i));
        group.ackedLately().get(i).clear();
      }
    }
    firstDeliveryNanos.set(0);
    life.incrementAndGet();
  }

  /** When the first message of this life was delivered; 0 if none was yet. */
  long firstDeliveryNanos() {
    return firstDeliveryNanos.get();
  }

  /** A message has come. */
  void delivered(int group, NumberedBody id, Delivery delivery) {
    firstDeliveryNanos.compareAndSet(0, System.nanoTime());
    delivered.increment();
    Group to = groups.get(group);
    if (to.acked().get(id.publisher()).contains(id.sequence())) {
      violations.add(Kind.ACKED_CAME_AGAIN, words(group, id, delivery));
    }
    boolean isFirst = to.seen().get(id.publisher()).add(id.sequence());
    if (isFirst) {
      to.seenCount().increment();
    } else {
      redelivered.increment();
      if (!delivery.redelivered()) {
        violations.add(Kind.REDELIVERY_UNMARKED, words(group, id, delivery));
      }
    }
  }

  /** An ack is confirmed for a message that was delivered in the given life. */
  void acked(int group, NumberedBody id, int deliveredIn) {
    acks.increment();
    Group of = groups.get(group);
    boolean isFinal = deliveredIn == life.get();
    List<IdSet> sets = isFinal ? of.acked() : of.ackedLately();
    sets.get(id.publisher()).add(id.sequence());
  }

  private String words(int group, NumberedBody id, Delivery delivery) {
    return "publisher "
        + id.publisher()
        + " message "
        + id.sequence()
        + " (offset "
        + delivery.offset()
        + ") in group "
        + group
        + ", attempt "
        + delivery.attempt()
        + ", life "
        + life.get();
  }

  List<IdSet> confirmed() {
    return confirmed;
  }

  List<IdSet> refused() {
    return refused;
  }

  List<IdSet> seen(int group) {
    return groups.get(group).seen();
  }

  int groupCount() {
    return groups.size();
  }

  /** How far the slowest group is behind what was confirmed; may be negative for a moment. */
  long lag() {
    long least = Long.MAX_VALUE;
    for (Group group : groups) {
      least = Math.min(least, group.seenCount().sum());
    }
    return confirms.sum() - least;
  }

  /** Whether every group was given everything that was confirmed. */
  boolean isDelivered() {
    for (Group group : groups) {
      for (int i = 0; i < confirmed.size(); i++) {
        if (!confirmed.get(i).without(group.seen().get(i)).isEmpty()) {
          return false;
        }
      }
    }
    return true;
  }

  Counts counts() {
    return new Counts(
        published.sum(),
        confirms.sum(),
        unknown.sum(),
        delivered.sum(),
        redelivered.sum(),
        acks.sum());
  }

  /** How many of each. */
  record Counts(
      long published, long confirmed, long unknown, long delivered, long redelivered, long acked) {}
}
