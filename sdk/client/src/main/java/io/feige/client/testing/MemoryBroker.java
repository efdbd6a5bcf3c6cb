package io.feige.client.testing;

import io.feige.client.FeigeException;
import io.feige.client.TopicSpec;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The broker's state and its clock. Everything happens under one lock; whoever changes something
 * wakes whoever waits.
 */
final class MemoryBroker {
  /** The name of the only pair. */
  static final String PAIR = "pair-1";

  private final Object lock = new Object();
  private final Map<String, MemoryTopic> topics = new TreeMap<>();
  private final Queue<ErrorCode> publishFailures = new ArrayDeque<>();
  private final Map<Object, Runnable> watchers = new ConcurrentHashMap<>();
  private long nowMillis;
  private int partitions;

  MemoryBroker(Instant start) {
    nowMillis = start.toEpochMilli();
  }

  /** Does something under the lock and wakes whoever waits. */
  <T> T ask(Supplier<T> action) {
    T result;
    synchronized (lock) {
      result = action.get();
      lock.notifyAll();
    }
    watchers.values().forEach(Runnable::run);
    return result;
  }

  /** Calls back after each change. */
  void whenChanged(Object watcher, Runnable told) {
    watchers.put(watcher, told);
  }

  /** Calls nobody back any more for this watcher. */
  void forget(Object watcher) {
    watchers.remove(watcher);
  }

  /** Waits, in real time, until something is so, or the time is over. */
  void await(BooleanSupplier isSo, Duration limit) {
    long deadline =
        System.nanoTime()
            + Math.min(limit.toDays(), 1) * Duration.ofDays(1).toNanos()
            + (limit.toDays() >= 1 ? 0 : limit.toNanos());
    synchronized (lock) {
      long leftNanos = deadline - System.nanoTime();
      while (!isSo.getAsBoolean() && leftNanos > 0) {
        try {
          lock.wait(leftNanos / 1_000_000, (int) (leftNanos % 1_000_000));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
        leftNanos = deadline - System.nanoTime();
      }
    }
  }

  void advance(Duration by) {
    if (by.isNegative()) {
      throw new IllegalArgumentException("time does not go back: " + by);
    }
    synchronized (lock) {
      nowMillis += by.toMillis();
      topics.values().forEach(topic -> topic.releaseDue(nowMillis));
      lock.notifyAll();
    }
    watchers.values().forEach(Runnable::run);
  }

  long nowMillis() {
    synchronized (lock) {
      return nowMillis;
    }
  }

  void failNextPublish(ErrorCode code) {
    synchronized (lock) {
      publishFailures.add(code);
    }
  }

  /** Under the lock: throws what the next publish is to fail with. */
  void throwScriptedFailure() {
    ErrorCode code = publishFailures.poll();
    if (code != null) {
      throw FeigeException.of(code, "The test asked for it.");
    }
  }

  /**
   * Under the lock: a topic that exists, or the dead-letter topic of one that does.
   *
   * @throws FeigeException TOPIC_NOT_FOUND
   */
  MemoryTopic topic(String name) {
    MemoryTopic present = topics.get(name);
    if (present == null && isOfLetters(name)) {
      return topicOrCreate(name);
    }
    if (present == null) {
      throw FeigeException.of(ErrorCode.TOPIC_NOT_FOUND, "Topic " + name + ".");
    }
    return present;
  }

  private boolean isOfLetters(String name) {
    String origin = LetterRule.originOf(name);
    return origin != null && topics.containsKey(origin);
  }

  /** Under the lock: the topic, created if it is new. */
  MemoryTopic topicOrCreate(String name) {
    return topics.computeIfAbsent(
        name, created -> new MemoryTopic(this, TopicSpec.of(name), nowMillis, nextPartition()));
  }

  /** Under the lock: a number that no topic has had. */
  int nextPartition() {
    return ++partitions;
  }

  /** Under the lock: all topics by name. */
  Map<String, MemoryTopic> topics() {
    return topics;
  }

  static void checkPair(String pair) {
    if (!pair.equals(PAIR)) {
      throw FeigeException.of(ErrorCode.NO_SUCH_PAIR, "No pair is called " + pair + ".");
    }
  }
}
