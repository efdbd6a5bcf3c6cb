package io.feige.jmeter;

import io.feige.client.Delivery;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a test has published and received through one connection: nothing that was confirmed may be
 * missing, and nothing may come again after its ack. Any thread.
 *
 * <p>It takes one bit for each message that was confirmed and two for each that a group received.
 */
final class Account {
  /** What was published to a topic. */
  static final class TopicAccount {
    private final Marks confirmed = new Marks();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong unknown = new AtomicLong();
    private final Times publish = new Times();
    private final Map<String, GroupAccount> groups = new ConcurrentHashMap<>();

    void confirmed(Stamp stamp) {
      publish.add(Stamp.nowMicros() - stamp.sentMicros());
      confirmed.add(stamp.stream(), stamp.sequence());
    }

    /** It was not confirmed; whether it was stored may be unknown. */
    void failed(boolean isUnknown) {
      (isUnknown ? unknown : refused).incrementAndGet();
    }

    GroupAccount group(String name) {
      return groups.computeIfAbsent(name, unused -> new GroupAccount());
    }

    /** By their names. */
    Map<String, GroupAccount> groups() {
      return new TreeMap<>(groups);
    }

    long confirmedCount() {
      return confirmed.size();
    }

    long refusedCount() {
      return refused.get();
    }

    long unknownCount() {
      return unknown.get();
    }

    Times publish() {
      return publish;
    }

    /** Confirmed messages that a group has not received. */
    long missing(GroupAccount group) {
      return confirmed.without(group.received());
    }
  }

  private final long run = new SecureRandom().nextLong();
  private final AtomicInteger streams = new AtomicInteger();
  private final Map<String, TopicAccount> topics = new ConcurrentHashMap<>();

  /** A number for a new sender. */
  int newStream() {
    return streams.getAndIncrement();
  }

  Stamp stamp(int stream, int sequence) {
    return new Stamp(run, stream, sequence, Stamp.nowMicros());
  }

  TopicAccount topic(String name) {
    return topics.computeIfAbsent(name, unused -> new TopicAccount());
  }

  /** By their names. */
  Map<String, TopicAccount> topics() {
    return new TreeMap<>(topics);
  }

  /** Notes a delivery; its stamp, if this run has published it. */
  Optional<Stamp> delivered(GroupAccount group, Delivery delivery) {
    Optional<Stamp> stamp = Stamp.of(delivery).filter(found -> found.run() == run);
    stamp.ifPresentOrElse(found -> group.delivered(found, delivery.redelivered()), group::foreign);
    return stamp;
  }
}
