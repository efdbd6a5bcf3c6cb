package io.feige.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Reader;
import io.feige.client.ReceivedMessage;
import io.feige.client.StartFrom;
import io.feige.testkit.Waits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Publishes one message after the other, each after the receipt of the one before, and knows which
 * were confirmed and how long it had to wait at most.
 */
final class SteadyPublisher {
  private static final Duration WAIT = Duration.ofMillis(500);
  private static final long PAUSE_MILLIS = 2;

  private final FeigeClient feige;
  private final String topic;
  private final Thread thread;
  private final List<String> confirmed = Collections.synchronizedList(new ArrayList<>());
  private final List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean isOver;
  private volatile long lastBegunNanos = System.nanoTime();
  private volatile long longestNanos;

  private SteadyPublisher(FeigeClient feige, String topic) {
    this.feige = feige;
    this.topic = topic;
    this.thread = Thread.ofPlatform().name("steady-publisher").unstarted(this::run);
  }

  static SteadyPublisher start(FeigeClient feige, String topic) {
    SteadyPublisher publisher = new SteadyPublisher(feige, topic);
    publisher.thread.start();
    return publisher;
  }

  private void run() {
    try (Producer producer = feige.producer(topic).timeout(Waits.patience()).build()) {
      for (int i = 0; !isOver; i++) {
        publish(producer, "message " + i);
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publish(Producer producer, String text) {
    long from = System.nanoTime();
    try {
      producer.publish(Message.of(text));
      confirmed.add(text);
      long now = System.nanoTime();
      longestNanos = Math.max(longestNanos, now - from);
      lastBegunNanos = from;
    } catch (FeigeException e) {
      failures.add(e);
    }
  }

  /** When the last message that is confirmed was published. */
  long lastBegunNanos() {
    return lastBegunNanos;
  }

  /** What comes from now on is looked at. */
  void forgetPause() {
    longestNanos = 0;
  }

  /** The longest wait for a receipt. */
  long longestPauseMillis() {
    return longestNanos / 1_000_000;
  }

  int confirmedCount() {
    return confirmed.size();
  }

  void stop() throws InterruptedException {
    isOver = true;
    thread.join();
    assertThat(failures).isEmpty();
  }

  /** Everything that was confirmed can be read, and once. */
  void requireAllIn(FeigeClient by) {
    List<String> found = new ArrayList<>();
    Set<String> missing = new HashSet<>(confirmed);
    long end = System.nanoTime() + Waits.patience().toNanos();
    try (Reader reader = by.reader(topic).from(StartFrom.earliest()).build()) {
      while (!missing.isEmpty() && System.nanoTime() - end < 0) {
        for (ReceivedMessage message : reader.read(1_000, WAIT)) {
          found.add(message.text());
          missing.remove(message.text());
        }
      }
    }
    assertThat(missing).as("confirmed and lost").isEmpty();
    assertThat(found).as("what is stored").doesNotHaveDuplicates();
  }
}
