package io.feige.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.client.internal.base.Resumable;
import io.feige.testkit.Waits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rule: callbacks come one after the other, and one that waits keeps only itself. */
class CallbacksTest {
  private final Callbacks callbacks = new Callbacks();
  private final CountDownLatch stuck = new CountDownLatch(1);

  private static void pass(CountDownLatch latch) {
    try {
      assertThat(latch.await(Waits.patienceMillis(), TimeUnit.MILLISECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void tasksRunOneAfterTheOtherInTheirOrder() {
    List<Integer> ran = Collections.synchronizedList(new ArrayList<>());
    List<Integer> all = new ArrayList<>();
    CountDownLatch done = new CountDownLatch(1);
    for (int i = 0; i < 10_000; i++) {
      int number = i;
      all.add(number);
      callbacks.execute(() -> ran.add(number));
    }
    callbacks.execute(done::countDown);

    pass(done);
    assertThat(ran).isEqualTo(all);
  }

  @Test
  void taskThatWaitsForALaterOneGetsIt() {
    CountDownLatch came = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    callbacks.execute(() -> {
      pass(came);
      done.countDown();
    });
    callbacks.execute(came::countDown);

    pass(done);
  }

  private void restIsDone(Executor executor) {
    AtomicInteger next = new AtomicInteger();
    CountDownLatch rest = new CountDownLatch(99);
    Resumable hundred =
        () -> {
          for (int i = next.getAndIncrement(); i < 100; i = next.getAndIncrement()) {
            if (i == 0) {
              pass(stuck);
            } else {
              rest.countDown();
            }
          }
        };
    executor.execute(hundred);

    pass(rest);
    stuck.countDown();
  }

  @Test
  void restOfATaskIsDoneWhileItsThreadIsStuck() {
    restIsDone(callbacks);
  }

  @Test
  void soItIsByAnExecutorOfTheUsers() {
    ExecutorService users = Executors.newCachedThreadPool();
    try {
      restIsDone(Callbacks.orElse(users, callbacks));
    } finally {
      users.shutdown();
    }
  }

  @Test
  void noMoreThreadsOfTheUsersHelpThanMayBeStuck() {
    AtomicInteger came = new AtomicInteger();
    CountDownLatch allStuck = new CountDownLatch(Callbacks.MOST_STUCK + 1);
    ExecutorService users = Executors.newCachedThreadPool();
    Resumable neverDone =
        () -> {
          came.incrementAndGet();
          allStuck.countDown();
          pass(stuck);
        };
    try {
      Callbacks.orElse(users, callbacks).execute(neverDone);
      pass(allStuck);
      // One more would come every 20 ms.
      await()
          .during(20L * Callbacks.PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
          .until(() -> came.get() == Callbacks.MOST_STUCK + 1);
    } finally {
      stuck.countDown();
      users.shutdown();
    }
  }

  @Test
  void taskThatFailsKeepsNobody() {
    CountDownLatch done = new CountDownLatch(1);
    callbacks.execute(() -> {
      throw new StackOverflowError("on purpose");
    });
    callbacks.execute(done::countDown);

    pass(done);
  }

  @Test
  void noMoreThreadsAreStuckThanMayBeAndAllGoesOnAfterwards() {
    AtomicInteger waiting = new AtomicInteger();
    int tasks = 10 * Callbacks.MOST_STUCK;
    CountDownLatch done = new CountDownLatch(tasks);
    for (int i = 0; i < tasks; i++) {
      callbacks.execute(() -> {
        waiting.incrementAndGet();
        pass(stuck);
        done.countDown();
      });
    }
    await().until(() -> waiting.get() > Callbacks.MOST_STUCK);
    assertThat(waiting.get()).isEqualTo(Callbacks.MOST_STUCK + 1);
    stuck.countDown();

    pass(done);
    assertThat(waiting.get()).isEqualTo(tasks);
  }
}
