package io.feige.broker.server.pair.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

final class StoredMarkTest {
  private final ArrayDeque<Runnable> loop = new ArrayDeque<>();
  private final StoredMark mark = new StoredMark(loop::add);

  @Test
  void aLookThatWasUnderWayAtThePromotionCountsNoMore() {
    LongConsumer watch = mark.watch();
    watch.accept(500);
    mark.beginAnew();
    watch.accept(600);
    turn();
    assertThat(mark.position()).isZero();

    mark.move(120);
    assertThat(mark.position()).isEqualTo(120);
  }

  @Test
  void whatWasSeenBeforeThePromotionCountsNoMore() {
    mark.move(700);
    mark.beginAnew();
    assertThat(mark.position()).isZero();
  }

  @Test
  void whatTheWatchSeesOnlyGrows() {
    LongConsumer watch = mark.watch();
    watch.accept(500);
    watch.accept(400);
    turn();
    assertThat(mark.position()).isEqualTo(500);
    assertThat(mark.seenLately()).isEqualTo(500);
  }

  @Test
  void nothingIsSeenLatelyBeforeAWatchHasLooked() {
    mark.move(300);
    assertThat(mark.seenLately()).isZero();
  }

  private void turn() {
    while (!loop.isEmpty()) {
      loop.remove().run();
    }
  }
}
