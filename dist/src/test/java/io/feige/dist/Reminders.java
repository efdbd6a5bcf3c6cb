package io.feige.dist;

import io.feige.client.FeigeClient;
import io.feige.client.Message;
import io.feige.client.Producer;
import io.feige.client.Receipt;
import io.feige.client.RefusedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Messages that wait for their time, of which every second is cancelled. */
final class Reminders {
  private static final int COUNT = 20;

  private Reminders() {}

  /** Publishes them, due one after the other; their ids in that order. */
  static List<String> publish(FeigeClient feige, String topic, Instant due) {
    List<CompletableFuture<Receipt>> receipts = new ArrayList<>();
    try (Producer producer = feige.producer(topic).build()) {
      for (int i = 0; i < COUNT; i++) {
        receipts.add(
            producer.publishAsync(
                Message.builder()
                    .key("key-" + i)
                    .body("body " + i)
                    .deliverAt(due.plusMillis(i))
                    .build()));
      }
      return receipts.stream().map(receipt -> receipt.join().delayedId().orElseThrow()).toList();
    }
  }

  /** The bodies of those that were not cancelled, or too late. */
  static List<String> cancelHalf(FeigeClient feige, String topic, List<String> ids) {
    List<String> left = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      if (i % 2 == 1 || !isCancelled(feige, topic, ids.get(i))) {
        left.add("body " + i);
      }
    }
    return left;
  }

  private static boolean isCancelled(FeigeClient feige, String topic, String id) {
    try {
      feige.delayed().cancel(topic, id);
      return true;
    } catch (RefusedException late) {
      return false;
    }
  }
}
