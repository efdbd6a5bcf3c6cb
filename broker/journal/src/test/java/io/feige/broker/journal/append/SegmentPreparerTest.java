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

  private final MemoryFiles files = new MemoryFiles();
  private SegmentPreparer preparer;

  @BeforeEach
  void create() throws IOException {
    JournalConfig config = new JournalConfig(8 * MIB, MIB, MIB / 2, 4 * MIB);
    preparer = new SegmentPreparer(files, new DiskRoom(files, config));
  }

  private void finish() throws IOException {
    while (preparer.step(0, 0) != Upkeep.IDLE) {
      // One chunk a step.
    }
  }

  @Test
  void segmentIsFilledInChunksAndThenNamedPrepared() throws IOException {
    assertThat(preparer.step(0, 0)).isPositive();
    assertThat(preparer.filledBytes()).isEqualTo(MIB);
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

    assertThat(taken.filled()).isEqualTo(2 * MIB);
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
    assertThat(preparer.step(1, 0)).isEqualTo(Upkeep.IDLE);

    preparer.used();
    assertThat(preparer.isDue()).isTrue();
  }

  @Test
  void thereIsNoPauseWhenTheOpenSegmentFillsUp() throws IOException {
    assertThat(preparer.step(0.01, 0)).isPositive();
    assertThat(preparer.step(0.5, 0)).isZero();
  }

  @Test
  void diskIsLeftToFastWriter() throws IOException {
    assertThat(preparer.step(0.1, MIB)).isPositive();
    assertThat(preparer.step(0.2, 2 * MIB)).isPositive();
    assertThat(preparer.filledBytes()).isZero();

    preparer.step(0.2, 2 * MIB + 1);

    assertThat(preparer.filledBytes()).isEqualTo(MIB);
  }

  @Test
  void reserveIsNotTouched() throws IOException {
    files.space(5 * MIB - 1);
    assertThat(preparer.step(0, 0)).isEqualTo(Upkeep.LATER_NANOS);
    assertThat(files.list()).isEmpty();

    files.space(5 * MIB);
    assertThat(preparer.step(0, 0)).isNotEqualTo(Upkeep.LATER_NANOS);
    assertThat(files.exists(NextSegment.PREPARED)).isTrue();
  }

  @Test
  void segmentsAreSmallOnSmallDisk() throws IOException {
    files.space(16 * MIB);
    assertThat(preparer.take().capacity()).isEqualTo(2 * MIB);
  }
}
