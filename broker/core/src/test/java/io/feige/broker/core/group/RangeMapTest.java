package io.feige.broker.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RangeMapTest {
  private static final int SPACE = 50;

  private final RangeMap<String> map = new RangeMap<>();

  @Test
  void cutSplitsARangeAndBothPartsKeepTheValue() {
    map.put(0, 9, "a");

    assertThat(map.cut(3, 4)).containsExactly(new RangeMap.Entry<>(3, 4, "a"));
    assertThat(map.entries())
        .containsExactly(new RangeMap.Entry<>(0, 2, "a"), new RangeMap.Entry<>(5, 9, "a"));
  }

  @Test
  void newValueTakesThePlaceOfTheOld() {
    map.put(0, 9, "a");
    map.put(5, 12, "b");

    assertThat(map.entries())
        .containsExactly(new RangeMap.Entry<>(0, 4, "a"), new RangeMap.Entry<>(5, 12, "b"));
  }

  @Test
  void equalContentHasOneForm() {
    map.put(4, 5, "a");
    map.put(0, 1, "a");
    map.put(2, 3, "a");

    assertThat(map.entries()).containsExactly(new RangeMap.Entry<>(0, 5, "a"));
  }

  @Test
  void equalsAMapOfSingleOffsetsWhateverIsDone() {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RangeMap<Integer> tested = new RangeMap<>();
      NavigableMap<Long, Integer> model = new TreeMap<>();
      for (int step = 0; step < 60; step++) {
        long first = random.nextLong(SPACE);
        long last = Math.min(SPACE - 1, first + random.nextLong(10));
        if (random.nextInt(3) > 0) {
          int value = random.nextInt(3);
          tested.put(first, last, value);
          for (long offset = first; offset <= last; offset++) {
            model.put(offset, value);
          }
        } else {
          Map<Long, Integer> cut = model.subMap(first, true, last, true);
          assertThat(singles(tested.within(first, last))).isEqualTo(cut);
          assertThat(singles(tested.cut(first, last))).isEqualTo(cut);
          cut.clear();
        }
        assertEqual(tested, model);
      }
    }
  }

  private static NavigableMap<Long, Integer> singles(Iterable<RangeMap.Entry<Integer>> entries) {
    NavigableMap<Long, Integer> singles = new TreeMap<>();
    for (RangeMap.Entry<Integer> entry : entries) {
      for (long offset = entry.first(); offset <= entry.last(); offset++) {
        assertThat(singles.put(offset, entry.value())).as("offset in two ranges").isNull();
      }
    }
    return singles;
  }

  private static void assertEqual(RangeMap<Integer> tested, NavigableMap<Long, Integer> model) {
    assertThat(singles(tested.entries())).isEqualTo(model);
    assertThat(tested.offsetCount()).isEqualTo(model.size());
    assertThat(tested.rangeCount()).isEqualTo(runs(model));
    for (long offset = 0; offset < SPACE; offset++) {
      RangeMap.Entry<Integer> at = tested.at(offset);
      assertThat(at == null ? null : at.value()).isEqualTo(model.get(offset));
    }
  }

  /** Runs of neighbouring offsets with the same value. */
  private static int runs(NavigableMap<Long, Integer> model) {
    List<Map.Entry<Long, Integer>> entries = new ArrayList<>(model.entrySet());
    int runs = 0;
    for (int i = 0; i < entries.size(); i++) {
      boolean goesOn =
          i > 0
              && entries.get(i - 1).getKey() + 1 == entries.get(i).getKey()
              && entries.get(i - 1).getValue().equals(entries.get(i).getValue());
      runs += goesOn ? 0 : 1;
    }
    return runs;
  }
}
