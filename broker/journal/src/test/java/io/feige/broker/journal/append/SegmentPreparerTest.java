package io.feige.broker.journal.append;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.MemoryFiles;
import io.feige.broker.journal.segment.DiskRoom;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.segment.NextSegment;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SegmentPreparerTest {
  private static final int MIB = 1 << 20;
  private static final int PORTION = 256 << 10;

  private final MemoryFiles files = new MemoryFiles();
  private SegmentPreparer preparer;

  @BeforeEach
  void create() throws IOException {
    JournalConfig config = new JournalConfig(8 * MIB, MIB, MIB / 2, 4 * MIB);
    preparer = new SegmentPreparer(files, new DiskRoom(files, config));
  }

  private void finish() throws IOException {
    while (preparer.step(0, 0) != Upkeep.IDLE) {
      // One portion a step.
    }
  }

  @Test
  void segmentIsFilledInPortionsAndThenNamedPrepared() throws IOException {
    assertThat(preparer.step(0, 0)).isPositive();
    assertThat(preparer.filledBytes()).isEqualTo(PORTION);
    assertThat(files.exists(NextSegment.PREPARING)).isTrue();

    finish();

    assertThat(files.exists(NextSegment.PREPARING)).isFalse();
    assertThat(files.exists(NextSegment.PREPARED)).isTrue();
    assertThat(preparer.isDue()).isFalse();
    assertThat(preparer.take().isFull()).isTrue();
  }

  @Test
  void unfinishedSegmentIsTakenAsItIs() throws IOException {
    preparer.step(0, 0);
    preparer.step(0, 0);

    NextSegment taken = preparer.take();

    assertThat(taken.filled()).isEqualTo(2 * PORTION);
    assertThat(taken.capacity()).isEqualTo(8 * MIB);
  }

  @Test
  void nothingPreparedIsNoObstacle() throws IOException {
    assertThat(preparer.take().filled()).isZero();
  }

  @Test
  void nextOneIsNotBegunBeforeTheTakenOneHasItsName() throws IOException {
    preparer.take();
    assertThat(preparer.isDue()).isFalse();
    assertThat(preparer.step(0, 0)).isEqualTo(Upkeep.IDLE);

    preparer.used();
    assertThat(preparer.isDue()).isTrue();
  }

  @Test
  void itIsFullBeforeTheOpenSegmentIs() throws IOException {
    int steps = 0;
    for (int written = 0; !files.exists(NextSegment.PREPARED); written += 16 << 10) {
      preparer.step(8 * MIB - written, written + 1);
      steps++;
    }
    assertThat(steps * (16 << 10)).isBetween(6 * MIB, 8 * MIB);
  }

  @Test
  void fewZerosAreWrittenForFewBytes() throws IOException {
    for (int written = 1; written <= 1_000; written++) {
      assertThat(preparer.step(8 * MIB, written)).isPositive();
    }
    assertThat(preparer.filledBytes()).isZero();
  }

  @Test
  void evenAtTheLastMomentOthersWaitForOneChunkAtMost() throws IOException {
    for (int written = 1; written <= 3; written++) {
      assertThat(preparer.step(1, written)).isPositive();
      assertThat(preparer.filledBytes()).isEqualTo((long) written * MIB);
    }
  }

  @Test
  void forOneWhoAppendsFastHalfAsMuchIsFilled() throws IOException {
    assertThat(preparer.step(MIB, 2 * MIB)).isPositive();
    assertThat(preparer.filledBytes()).isEqualTo(MIB);

    assertThat(preparer.step(MIB, 6 * MIB)).isPositive();
    assertThat(preparer.filledBytes()).isEqualTo(3 * MIB);
  }

  @Test
  void segmentIsAtMostTwiceAsLongAsTheOneBefore() throws IOException {
    preparer.follow(MIB);
    for (int capacity : new int[] {2 * MIB, 4 * MIB, 8 * MIB, 8 * MIB}) {
      assertThat(preparer.take().capacity()).isEqualTo(capacity);
      preparer.used();
    }
  }

  @Test
  void reserveIsNotTouched() throws IOException {
    files.space(5 * MIB - 1);
    assertThat(preparer.step(0, 0)).isEqualTo(Upkeep.LATER_NANOS);
    assertThat(files.list()).isEmpty();

    files.space(5 * MIB);
    finish();
    assertThat(files.exists(NextSegment.PREPARED)).isTrue();
  }

  @Test
  void segmentsAreSmallOnSmallDisk() throws IOException {
    files.space(16 * MIB);
    assertThat(preparer.take().capacity()).isEqualTo(2 * MIB);
  }
}
