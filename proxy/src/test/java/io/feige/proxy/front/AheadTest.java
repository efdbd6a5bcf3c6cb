package io.feige.proxy.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.testkit.Waits;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

final class AheadTest {
  private final Semaphore gate = new Semaphore(0);
  private final BlockingQueue<Object> taken = new LinkedBlockingQueue<>();
  private final Ahead<Integer> ahead = new Ahead<>(new Gate());

  /** Lets one thing through at a time. */
  private final class Gate implements Ahead.Taker<Integer> {
    @Override
    public void take(Integer what) {
      gate.acquireUninterruptibly();
      taken.add(what);
    }

    @Override
    public void tookAll() {
      taken.add("all");
    }
  }

  @Test
  void whatComesIsTakenInItsOrderAndThenNothingIsKept() throws InterruptedException {
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 100; i++) {
        ahead.add(i, 1);
      }
      gate.release(100);
      for (int i = 0; i < 100; i++) {
        assertThat(Waits.next(taken)).isEqualTo(i);
      }
      assertThat(Waits.next(taken)).isEqualTo("all");
    }
  }

  @Test
  void whatIsTooMuchIsSaid() throws InterruptedException {
    // One is in hand and does not wait any more.
    ahead.add(1, 60_000);
    ahead.add(2, 60_000);
    ahead.add(3, 60_000);
    assertThat(ahead.isTooMuch()).isTrue();
    gate.release(3);
    while (!Waits.next(taken).equals("all")) {
      // Each in turn.
    }
    assertThat(ahead.isTooMuch()).isFalse();
    for (int i = 0; i < 300; i++) {
      ahead.add(i, 0);
    }
    assertThat(ahead.isTooMuch()).isTrue();
    gate.release(300);
  }
}
