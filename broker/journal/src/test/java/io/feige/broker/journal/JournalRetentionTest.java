package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.live.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JournalRetentionTest {
  private final JournalHarness harness = new JournalHarness();

  private List<String> segments() {
    return harness.files.list().stream().filter(n -> n.endsWith(".seg")).toList();
  }

  private void fillFourSegmentsWithSnapshots() {
    for (int i = 0; i < 4; i++) {
      harness.appendMessages(1, i * 200L, 200, 200);
      harness.append(Frames.message(2, i, 100));
    }
    harness.snapshotAtDurable();
    harness.append(Frames.message(2, 4, 100));
    harness.snapshotAtDurable();
  }

  @Test
  void nothingGoesBeforeThereAreTwoSnapshots() {
    harness.appendMessages(1, 0, 1_000, 200);
    harness.snapshotAtDurable();
    assertThat(harness.journal().removeSegments(new KeepNothing())).isZero();
  }

  @Test
  void nothingBeyondTheOlderSnapshotGoes() {
    harness.appendMessages(1, 0, 400, 200);
    harness.snapshotAtDurable();
    long older = harness.journal().newestSnapshot();
    harness.appendMessages(1, 400, 600, 200);
    harness.snapshotAtDurable();

    assertThat(harness.journal().removeSegments(new KeepNothing())).isPositive();

    assertThat(harness.journal().start()).isLessThanOrEqualTo(older).isPositive();
    harness.files.file(SnapshotHeader.nameOf(harness.journal().newestSnapshot())).flipBit(70, 0);
    harness.reopen();
    assertThat(harness.replayedSnapshots).containsExactly(older);
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.tailMap(older).keySet());
  }

  @Test
  void unneededSegmentsGoOldestFirst() {
    fillFourSegmentsWithSnapshots();
    int before = segments().size();

    int removed = harness.journal().removeSegments(new KeepNothing());

    assertThat(removed).isEqualTo(before - 1);
    assertThat(harness.journal().start()).isPositive();
    assertThat(segments()).as("files go beside the loop").hasSize(before);
    harness.upkeep();
    assertThat(segments()).hasSize(1);
    assertThat(harness.journal().reader().firstOffset(1)).isPositive();
    assertThat(harness.journal().reader().find(1, 0))
        .isEqualTo(harness.journal().reader().find(1, harness.journal().reader().firstOffset(1)));
    harness.reopen();
    assertThat(harness.journal().start()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void powerCutAfterRemovalLeavesNoGap(long seed) {
    fillFourSegmentsWithSnapshots();
    long end = harness.journal().end();
    int removed = harness.journal().removeSegments(new KeepNothing());
    for (int i = 0; i < seed % removed; i++) {
      harness.journal().upkeep();
    }

    harness.files.crash(new Random(seed * 0x9E3779B97F4A7C15L));

    assertThat(harness.reopen().end()).isEqualTo(end);
  }

  /** What is younger than a time is needed. */
  private record KeepYoungerThan(long millis) implements Retention {
    @Override
    public long keepFromPosition() {
      return Long.MAX_VALUE;
    }

    @Override
    public boolean needs(int partition, long lastOffset, long lastTimeMillis, long bytesAfter) {
      return lastTimeMillis > millis;
    }
  }

  @Test
  void segmentOfAClockThatWasAheadGoesByWhenItWasSealed() {
    harness.journal().sealedBefore(50);
    fillFourSegmentsWithSnapshots();

    assertThat(harness.journal().mayRemove(new KeepYoungerThan(49))).isFalse();
    assertThat(harness.journal().removeSegments(new KeepYoungerThan(49))).isZero();
    assertThat(harness.journal().mayRemove(new KeepYoungerThan(50))).isTrue();
    assertThat(harness.journal().removeSegments(new KeepYoungerThan(50))).isPositive();
    assertThat(harness.journal().mayRemove(new KeepYoungerThan(50))).as("the last one").isFalse();
  }

  @Test
  void segmentWhoseStampsAreOlderThanItsSealGoesByItsStamps() {
    harness.journal().sealedBefore(Long.MAX_VALUE);
    fillFourSegmentsWithSnapshots();

    assertThat(harness.journal().removeSegments(new KeepYoungerThan(50))).isZero();
    assertThat(harness.journal().removeSegments(new KeepYoungerThan(Long.MAX_VALUE))).isPositive();
  }

  @Test
  void onePartitionThatNeedsSegmentKeepsIt() {
    fillFourSegmentsWithSnapshots();
    Retention keepsSecond =
        new Retention() {
          @Override
          public long keepFromPosition() {
            return Long.MAX_VALUE;
          }

          @Override
          public boolean needs(int partition, long lastOffset, long millis, long bytesAfter) {
            return partition == 2 && lastOffset >= 1;
          }
        };

    harness.journal().removeSegments(keepsSecond);

    assertThat(harness.journal().reader().firstOffset(2)).isEqualTo(1);
  }

  @Test
  void positionIsKept() {
    fillFourSegmentsWithSnapshots();
    long kept = harness.journal().reader().find(1, 450);
    Retention keepsPosition =
        new Retention() {
          @Override
          public long keepFromPosition() {
            return kept;
          }

          @Override
          public boolean needs(int partition, long lastOffset, long millis, long bytesAfter) {
            return false;
          }
        };

    assertThat(harness.journal().removeSegments(keepsPosition)).isPositive();

    assertThat(harness.journal().start()).isPositive().isLessThanOrEqualTo(kept);
    assertThat(harness.journal().reader().frameAt(kept).baseOffset()).isEqualTo(450);
  }

  @Test
  void bytesAfterAreThoseOfYoungerSegments() {
    fillFourSegmentsWithSnapshots();
    List<Long> after = new ArrayList<>();
    long total = harness.journal().reader().partitionBytes(1);
    Retention asks =
        new Retention() {
          @Override
          public long keepFromPosition() {
            return Long.MAX_VALUE;
          }

          @Override
          public boolean needs(int partition, long lastOffset, long millis, long bytesAfter) {
            if (partition == 1) {
              after.add(bytesAfter);
            }
            return false;
          }
        };

    harness.journal().removeSegments(asks);

    assertThat(after).isSortedAccordingTo((a, b) -> Long.compare(b, a));
    assertThat(after.getFirst()).isLessThan(total).isPositive();
    assertThat(harness.journal().reader().partitionBytes(1)).isEqualTo(after.getLast());
  }

  @Test
  void removalWorksWhileIndexesCannotBeStored() {
    harness.files.space(1 << 20);
    fillFourSegmentsWithSnapshots();
    harness.files.space(10);
    assertThat(harness.journal().upkeep()).isPositive();

    assertThat(harness.journal().removeSegments(new KeepNothing())).isPositive();
    assertThat(harness.journal().upkeep()).isZero();

    assertThat(harness.journal().reserve(1_000)).isTrue();
  }

  @Test
  void indexOfRemovedSegmentGoesWithIt() {
    fillFourSegmentsWithSnapshots();
    harness.upkeep();
    assertThat(harness.files.exists("00000000000000000000.idx")).isTrue();

    harness.journal().removeSegments(new KeepNothing());
    harness.upkeep();

    assertThat(harness.files.exists("00000000000000000000.idx")).isFalse();
  }

  @Test
  void whatWaitsToBeRemovedIsThereAgainAfterTheNextStart() {
    fillFourSegmentsWithSnapshots();
    int before = segments().size();
    assertThat(harness.journal().removeSegments(new KeepNothing())).isEqualTo(before - 1);

    harness.reopen();

    assertThat(harness.journal().start()).isZero();
    assertThat(harness.journal().removeSegments(new KeepNothing())).isEqualTo(before - 1);
    harness.upkeep();
    assertThat(segments()).hasSize(1);
  }
}
