package io.feige.broker.core.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.model.OffsetRange;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

final class OffsetRangesTest {
  private static final int SPACE = 60;

  private final OffsetRanges ranges = new OffsetRanges();

  @Test
  void neighboursBecomeOneRange() {
    ranges.add(5, 6);
    ranges.add(1, 2);
    ranges.add(3, 4);

    assertThat(ranges.ranges()).containsExactly(new OffsetRange(1, 6));
  }

  @Test
  void rangeThatCoversOthersSwallowsThem() {
    ranges.add(3, 3);
    ranges.add(7, 9);
    ranges.add(20, 21);
    ranges.add(0, 15);

    assertThat(ranges.toString()).isEqualTo("[0..15, 20..21]");
    assertThat(ranges.count()).isEqualTo(18);
  }

  @Test
  void removalFromTheMiddleSplits() {
    ranges.add(0, 9);
    ranges.remove(4, 5);

    assertThat(ranges.ranges()).containsExactly(new OffsetRange(0, 3), new OffsetRange(6, 9));
  }

  @Test
  void removalOfAnEmptyRangeDoesNothing() {
    ranges.add(0, 9);
    ranges.remove(5, 4);
    ranges.remove(0, -1);

    assertThat(ranges.ranges()).containsExactly(new OffsetRange(0, 9));
  }

  @Test
  void largestOffsetsHaveTheirPlace() {
    long largest = Long.MAX_VALUE - 1;
    ranges.add(largest, largest);

    assertThat(ranges.contains(largest)).isTrue();
    assertThat(ranges.firstMissingFrom(largest)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void equalsASetOfSingleOffsetsWhateverIsDone() {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      OffsetRanges tested = new OffsetRanges();
      NavigableSet<Long> model = new TreeSet<>();
      for (int step = 0; step < 80; step++) {
        long first = random.nextLong(SPACE);
        long last = Math.min(SPACE - 1, first + random.nextLong(12));
        if (random.nextInt(5) < 3) {
          tested.add(first, last);
          forEach(first, last, model::add);
        } else {
          tested.remove(first, last);
          forEach(first, last, model::remove);
        }
        assertEqual(tested, model);
      }
    }
  }

  private static void forEach(long first, long last, LongConsumer action) {
    for (long offset = first; offset <= last; offset++) {
      action.accept(offset);
    }
  }

  private static void assertEqual(OffsetRanges tested, NavigableSet<Long> model) {
    List<Long> offsets = new ArrayList<>();
    long before = -2;
    for (OffsetRange range : tested.ranges()) {
      assertThat(range.first()).as("ranges never touch").isGreaterThan(before + 1);
      before = range.last();
      forEach(range.first(), range.last(), offsets::add);
    }
    assertThat(offsets).isEqualTo(List.copyOf(model));
    assertThat(tested.count()).isEqualTo(model.size());
    assertThat(tested.isEmpty()).isEqualTo(model.isEmpty());
    for (long offset = 0; offset <= SPACE; offset++) {
      assertThat(tested.contains(offset)).isEqualTo(model.contains(offset));
      Long present = model.ceiling(offset);
      assertThat(tested.firstPresentFrom(offset))
          .isEqualTo(present == null ? Long.MAX_VALUE : present);
      long missing = offset;
      while (model.contains(missing)) {
        missing++;
      }
      assertThat(tested.firstMissingFrom(offset)).isEqualTo(missing);
    }
    assertThat(missing(tested)).isEqualTo(missing(model));
  }

  private static List<Long> missing(OffsetRanges tested) {
    List<Long> missing = new ArrayList<>();
    tested.missing(7, 41).forEach(range -> forEach(range.first(), range.last(), missing::add));
    return missing;
  }

  private static List<Long> missing(NavigableSet<Long> model) {
    List<Long> missing = new ArrayList<>();
    forEach(
        7,
        41,
        offset -> {
          if (!model.contains(offset)) {
            missing.add(offset);
          }
        });
    return missing;
  }
}
