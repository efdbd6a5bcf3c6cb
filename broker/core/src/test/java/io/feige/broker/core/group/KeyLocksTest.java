package io.feige.broker.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class KeyLocksTest {
  private static final int KEY = 7;

  private final KeyLocks locks = new KeyLocks();

  @Test
  void onePullTakesARunOfAKey() {
    assertThat(locks.takeOrHoldBack(KEY, 1, 1)).isTrue();
    assertThat(locks.takeOrHoldBack(KEY, 2, 1)).isTrue();
    assertThat(locks.takeOrHoldBack(KEY, 3, 2)).isFalse();
    assertThat(locks.takeOrHoldBack(KEY, 4, 1)).as("behind one that is held back").isFalse();
    assertThat(locks.heldBackCount()).isEqualTo(2);
  }

  @Test
  void keyIsReadyWhenNothingOfItIsUnderWay() {
    locks.takeOrHoldBack(KEY, 1, 1);
    locks.takeOrHoldBack(KEY, 2, 1);
    locks.takeOrHoldBack(KEY, 3, 2);
    locks.release(1, 1);
    assertThat(locks.hasReady()).isFalse();
    locks.release(2, 2);
    assertThat(locks.hasReady()).isTrue();

    assertThat(locks.takeReady(3)).isEqualTo(3);
    assertThat(locks.hasReady()).isFalse();
    assertThat(locks.takeReady(3)).isNull();
  }

  @Test
  void heldBackMessagesOfAKeyGoTogether() {
    locks.takeOrHoldBack(KEY, 1, 1);
    locks.takeOrHoldBack(KEY, 2, 2);
    locks.takeOrHoldBack(KEY, 3, 2);
    locks.takeOrHoldBack(9, 4, 1);
    locks.release(1, 1);

    assertThat(locks.takeReady(3)).isEqualTo(2);
    assertThat(locks.takeReady(3)).isEqualTo(3);
    assertThat(locks.takeReady(3)).isNull();
  }

  @Test
  void messageThatWaitsHoldsUpThoseBehindIt() {
    locks.addWaiting(KEY, 1);
    assertThat(locks.takeOrHoldBack(KEY, 2, 1)).isFalse();
    assertThat(locks.hasReady()).isFalse();

    assertThat(locks.takeOrHoldBack(KEY, 1, 2)).isTrue();
    assertThat(locks.takeReady(2)).isEqualTo(2);
  }

  @Test
  void messageBeforeOneThatWaitsGoesFirst() {
    locks.addHeldBack(KEY, 1);
    locks.addWaiting(KEY, 2);

    assertThat(locks.takeOrHoldBack(KEY, 2, 1)).isFalse();
    assertThat(locks.takeReady(1)).isEqualTo(1);
    assertThat(locks.takeReady(1)).isEqualTo(2);
  }

  @Test
  void settledKeyIsForgotten() {
    locks.takeOrHoldBack(KEY, 1, 1);
    locks.takeOrHoldBack(KEY, 2, 2);
    locks.release(0, Long.MAX_VALUE - 1);

    assertThat(locks.isLocked(KEY)).isFalse();
    assertThat(locks.knows(2)).isFalse();
    assertThat(locks.hasReady()).isFalse();
    assertThat(locks.heldBackCount()).isZero();
  }

  @Test
  void keyIsWithOnePullAtATimeAndInOrderWhateverIsDone() {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      KeyLocks tested = new KeyLocks();
      // Offset to the pull that has it; 0 when none has.
      NavigableMap<Long, Long> model = new TreeMap<>();
      for (long step = 1; step < 80; step++) {
        long offset = random.nextLong(20);
        Long holder = model.get(offset);
        switch (random.nextInt(4)) {
          case 0 -> {
            if (holder == null || holder == 0) {
              boolean isTaken = tested.takeOrHoldBack(KEY, offset, step);
              assertThat(isTaken).isEqualTo(mayTake(model, offset));
              model.put(offset, isTaken ? step : 0);
            }
          }
          case 1 -> {
            Long taken = tested.takeReady(step);
            if (taken != null) {
              assertThat(mayTake(model, taken)).isTrue();
              model.put(taken, step);
            }
          }
          case 2 -> {
            tested.release(offset, offset + 2);
            model.subMap(offset, true, offset + 2, true).clear();
          }
          default -> {
            if (holder != null) {
              tested.giveBack(offset);
              model.put(offset, 0L);
            }
          }
        }
        assertThat(tested.hasReady())
            .isEqualTo(!model.isEmpty() && model.values().stream().allMatch(pull -> pull == 0));
        assertThat(tested.heldBackCount())
            .isEqualTo((int) model.values().stream().filter(pull -> pull == 0).count());
      }
    }
  }

  private static boolean mayTake(NavigableMap<Long, Long> model, long offset) {
    return model.headMap(offset).isEmpty() && model.values().stream().allMatch(pull -> pull == 0);
  }
}
