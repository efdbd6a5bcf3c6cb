package io.feige.broker.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.HeapUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Pairs in order equal a tree, whatever comes and goes, and take a part of its memory. */
final class SortedPairsTest {
  private static final int MANY = 800_000;

  private record Pair(long first, long second) {}

  private static final Comparator<Pair> ORDER =
      Comparator.comparingLong(Pair::first).thenComparingLong(Pair::second);

  private static List<Pair> all(SortedPairs<String> pairs) {
    List<Pair> all = new ArrayList<>();
    for (long place = pairs.start(); place != SortedPairs.NONE; place = pairs.next(place)) {
      all.add(new Pair(pairs.first(place), pairs.second(place)));
      assertThat(pairs.value(place)).isEqualTo(all.getLast().toString());
    }
    return all;
  }

  @Test
  void equalsATreeWhateverComesAndGoes() {
    for (long seed = 0; seed < 30; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SortedPairs<String> tested = new SortedPairs<>();
      TreeMap<Pair, String> model = new TreeMap<>(ORDER);
      int span = random.nextInt(1, 400);
      for (int step = 0; step < 3_000; step++) {
        boolean isFilling = step / 500 % 2 == 0;
        Pair pair = new Pair(random.nextLong(-span, span), random.nextLong(3));
        Map.Entry<Pair, String> floor = model.floorEntry(pair);
        long place = tested.upTo(pair.first(), pair.second());
        if (floor == null) {
          assertThat(place).isEqualTo(SortedPairs.NONE);
        } else {
          assertThat(tested.first(place)).isEqualTo(floor.getKey().first());
          assertThat(tested.second(place)).isEqualTo(floor.getKey().second());
        }
        if (isFilling && !model.containsKey(pair)) {
          tested.add(pair.first(), pair.second(), pair.toString());
          model.put(pair, pair.toString());
        } else if (!isFilling && floor != null) {
          tested.remove(place);
          model.remove(floor.getKey());
        }
        assertThat(tested.size()).isEqualTo(model.size());
      }
      assertThat(all(tested)).containsExactlyElementsOf(model.keySet());
    }
  }

  @Test
  void whatIsLeftOfManyTakesLittle() {
    long bytes =
        HeapUse.ofEach(
            MANY / 8,
            () -> {
              SortedPairs<String> pairs = new SortedPairs<>();
              for (int i = 0; i < MANY; i++) {
                pairs.add(i, i, "");
              }
              for (int i = 0; i < MANY; i++) {
                if (i % 8 != 0) {
                  pairs.remove(pairs.upTo(i, i));
                }
              }
              return pairs;
            });

    assertThat(bytes).isBetween(20L, 45L);
  }
}
