package io.feige.admin.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.store.StoreException;
import io.feige.testkit.Waits;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class BackgroundWritesTest {
  private final BackgroundWrites writes = new BackgroundWrites();
  private final List<String> written = new CopyOnWriteArrayList<>();

  @Test
  void ofOneThingOnlyTheNewestWaits() throws InterruptedException {
    CountDownLatch isSlow = new CountDownLatch(1);
    CountDownLatch isDone = new CountDownLatch(1);
    writes.put(
        "slow",
        () -> {
          awaitQuietly(isSlow);
          written.add("slow");
        });
    writes.put("a", () -> written.add("a 1"));
    writes.put("b", () -> written.add("b 1"));
    writes.put("a", () -> written.add("a 2"));
    writes.put("end", isDone::countDown);
    isSlow.countDown();

    Waits.open(isDone);
    assertThat(written).containsExactly("slow", "a 2", "b 1");
  }

  @Test
  void aWriteThatFailsDoesNotStopTheNext() throws InterruptedException {
    CountDownLatch isDone = new CountDownLatch(1);
    writes.put(
        "a",
        () -> {
          throw new StoreException("away", new IllegalStateException("test"));
        });
    writes.put("b", isDone::countDown);

    Waits.open(isDone);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
