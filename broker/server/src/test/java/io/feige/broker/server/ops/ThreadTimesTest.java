package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.server.ops.ThreadTimes.Busy;
import io.feige.broker.server.ops.ThreadTimes.Used;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ThreadTimesTest {
  private static final long SECOND = 1_000_000_000L;

  private final Map<Long, Used> threads = new HashMap<>();
  private long nanos = 77;
  private int reads;
  private final ThreadTimes times =
      new ThreadTimes(
          () -> nanos,
          () -> {
            reads++;
            return threads;
          });

  private void pass(double seconds) {
    nanos += (long) (seconds * SECOND);
  }

  /** It uses so much more of a processor's time. */
  private void use(long id, double seconds) {
    Used before = threads.getOrDefault(id, new Used("feige-" + id, 0));
    threads.put(id, new Used(before.name(), before.cpuNanos() + (long) (seconds * SECOND)));
  }

  @Test
  void whoAsksFirstIsToldOfAllTheTimeSinceTheStart() {
    use(1, 1);
    use(2, 3);
    pass(4);

    assertThat(times.look())
        .as("the busiest first")
        .containsExactly(new Busy("feige-2", 750), new Busy("feige-1", 250));
  }

  @Test
  void yearsOfAThreadAreCountedToo() {
    double year = 365 * 24 * 3600.0;
    use(1, year);
    pass(2 * year);

    assertThat(times.look()).containsExactly(new Busy("feige-1", 500));
  }

  @Test
  void shareIsThatOfTheLastTenSeconds() {
    use(1, 100);
    for (int i = 0; i < 20; i++) {
      pass(1);
      use(1, i < 10 ? 1 : 0.25);
      times.look();
    }

    assertThat(times.look()).containsExactly(new Busy("feige-1", 250));
  }

  @Test
  void whereNobodyAskedForLongItIsSinceSomebodyDid() {
    use(1, 0);
    pass(1);
    times.look();
    pass(3_600);
    use(1, 1_800);

    assertThat(times.look()).containsExactly(new Busy("feige-1", 500));
  }

  @Test
  void threadThatBeganMeanwhileIsComparedWithTheLastLookThatItIsMissingIn() {
    pass(1);
    times.look();
    pass(4);
    times.look();
    use(1, 1);
    pass(2);
    assertThat(times.look()).containsExactly(new Busy("feige-1", 500));

    pass(2);
    use(1, 2);
    assertThat(times.look()).as("three of four seconds").containsExactly(new Busy("feige-1", 750));

    threads.clear();
    pass(1);
    assertThat(times.look()).isEmpty();
  }

  @Test
  void threadsAreLookedAtOnceASecondAtMost() {
    times.look();
    pass(0.9);
    use(1, 0.5);
    assertThat(times.look()).isEmpty();
    assertThat(reads).isEqualTo(1);

    pass(0.1);
    assertThat(times.look()).containsExactly(new Busy("feige-1", 500));
    assertThat(reads).isEqualTo(2);
  }

  @Test
  void shareIsNeverMoreThanAll() {
    use(1, 5);
    assertThat(times.look()).containsExactly(new Busy("feige-1", 1_000));
  }

  @Test
  void threadsOfThisProcessAreThoseWithItsName() throws InterruptedException {
    Thread idle = Thread.ofPlatform().name("feige-idle").daemon().start(ThreadTimesTest::idle);
    Thread other = Thread.ofPlatform().name("other-idle").daemon().start(ThreadTimesTest::idle);

    assertThat(new ThreadTimes().look())
        .extracting(Busy::name)
        .contains("feige-idle")
        .allMatch(name -> name.startsWith("feige-"));
    for (Thread thread : new Thread[] {idle, other}) {
      thread.interrupt();
      thread.join();
    }
  }

  private static void idle() {
    try {
      Thread.currentThread().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
