package io.feige.proxy.caller;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class SharedPoolTest {
  private static final long MINUTE = 60_000_000_000L;

  private final List<String> closed = new ArrayList<>();
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
  private final SharedPool<String, Thing> pool = new SharedPool<>(2, Thing::new, now::get);

  /** Says when it was closed. */
  private final class Thing implements AutoCloseable {
    private final String name;

    Thing(String name) {
      this.name = name;
    }

    @Override
    public void close() {
      closed.add(name);
    }
  }

  private Thing thing(String name) {
    return pool.use(name, thing -> thing).orElseThrow();
  }

  @Test
  void whoWantsTheSameSharesIt() {
    assertThat(thing("a")).isSameAs(thing("a")).isNotSameAs(thing("b"));
  }

  @Test
  void whatNobodyHasUsedForAMinuteIsClosed() {
    Thing first = thing("a");
    now.addAndGet(MINUTE + 1);
    thing("b");

    assertThat(closed).containsExactly("a");
    assertThat(thing("a")).isNotSameAs(first);
  }

  @Test
  void whatIsWantedAgainIsGivenHoweverLongItWasIdle() {
    Thing first = thing("a");
    now.addAndGet(MINUTE + 1);

    assertThat(thing("a")).isSameAs(first);
    assertThat(closed).isEmpty();
  }

  @Test
  void whatIsInUseStaysHoweverLong() {
    pool.use(
        "a",
        thing -> {
          now.addAndGet(10 * MINUTE);
          thing("b");
          return true;
        });

    assertThat(closed).isEmpty();
  }

  @Test
  void theOneThatWasIdleForLongestMakesRoom() {
    thing("a");
    now.addAndGet(1);
    thing("b");
    now.addAndGet(1);
    thing("c");

    assertThat(closed).containsExactly("a");
    assertThat(pool.size()).isEqualTo(2);
  }

  @Test
  void whereAllAreInUseThereIsNoRoom() {
    pool.use("a", a -> pool.use("b", b -> assertThat(pool.use("c", c -> c)).isEmpty()));

    assertThat(closed).isEmpty();
  }

  @Test
  void whatIsRetiredIsClosedOnceAndMadeAnew() {
    Thing bad = thing("a");
    pool.retire("a", bad);
    pool.retire("a", bad);

    assertThat(closed).containsExactly("a");
    assertThat(thing("a")).isNotSameAs(bad);
  }

  @Test
  void whatIsRetiredIsClosedWhenThoseWhoUseItHaveDone() {
    pool.use(
        "a",
        thing -> {
          assertThat(pool.retire("a", thing)).isTrue();
          assertThat(thing("a")).isNotSameAs(thing);
          assertThat(closed).isEmpty();
          return true;
        });

    assertThat(closed).containsExactly("a");
  }

  @Test
  void aSweepClosesWhatNobodyAsksForAnyMore() {
    thing("a");
    now.addAndGet(MINUTE + 1);
    pool.sweep();

    assertThat(closed).containsExactly("a");
  }

  @Test
  void aClosedPoolGivesNothing() {
    thing("a");
    pool.close();

    assertThat(closed).containsExactly("a");
    assertThat(pool.use("a", thing -> thing)).isEmpty();
  }
}
