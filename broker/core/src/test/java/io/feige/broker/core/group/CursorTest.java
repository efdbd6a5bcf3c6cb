package io.feige.broker.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class CursorTest {
  private static final int SPACE = 60;

  @Test
  void floorMovesOverWhatWasSettledBefore() {
    Cursor cursor = new Cursor(1, 5);
    cursor.settle(7, 8);
    cursor.settle(10, 10);
    assertThat(cursor.floor()).isEqualTo(5);

    cursor.settle(5, 6);

    assertThat(cursor.floor()).isEqualTo(9);
    assertThat(cursor.settled().rangeCount()).isOne();
  }

  @Test
  void settledMessageIsNotRetried() {
    Cursor cursor = new Cursor(1, 0);
    cursor.settle(0, 2);
    cursor.settle(5, 5);
    cursor.retry(0, 6, new Cursor.Retry(1, 1, 99));

    assertThat(cursor.retries().at(2)).isNull();
    assertThat(cursor.retries().at(5)).isNull();
    assertThat(cursor.retries().offsetCount()).isEqualTo(3);
  }

  @Test
  void handedOutIsNeverTakenBack() {
    Cursor cursor = new Cursor(1, 0);
    cursor.handUpTo(100);
    cursor.handUpTo(50);

    assertThat(cursor.handedUpTo()).isEqualTo(100);
  }

  @Test
  void equalsASetOfSingleOffsetsWhateverIsDone() {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long start = random.nextLong(10);
      Cursor cursor = new Cursor(1, start);
      NavigableSet<Long> settled = new TreeSet<>();
      NavigableMap<Long, Integer> retries = new TreeMap<>();
      for (int step = 0; step < 60; step++) {
        long first = random.nextLong(SPACE);
        long last = Math.min(SPACE - 1, first + random.nextLong(8));
        boolean settles = random.nextInt(3) > 0;
        if (settles) {
          cursor.settle(first, last);
        } else {
          cursor.retry(first, last, new Cursor.Retry(step, step, step));
        }
        for (long offset = first; offset <= last; offset++) {
          if (settles) {
            settled.add(offset);
            retries.remove(offset);
          } else if (offset >= start && !settled.contains(offset)) {
            retries.put(offset, step);
          }
        }
        assertEqual(cursor, start, settled, retries);
      }
    }
  }

  private static void assertEqual(
      Cursor cursor, long start, NavigableSet<Long> settled, NavigableMap<Long, Integer> retries) {
    for (long offset = 0; offset < SPACE; offset++) {
      assertThat(cursor.isSettled(offset)).isEqualTo(offset < start || settled.contains(offset));
      RangeMap.Entry<Cursor.Retry> retry = cursor.retries().at(offset);
      assertThat(retry == null ? null : retry.value().attempts()).isEqualTo(retries.get(offset));
    }
    assertThat(cursor.isSettled(cursor.floor())).as("the floor is not settled").isFalse();
    assertThat(cursor.settled().contains(cursor.floor())).isFalse();
  }
}
