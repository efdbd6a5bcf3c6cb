package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.index.IndexFile;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever the index answers must be what reading everything from the beginning would find. */
class JournalIndexTest {
  private static final int PARTITIONS = 5;

  private final JournalHarness harness = new JournalHarness();
  private final long[] next = new long[PARTITIONS];

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void searchesFindWhatAFullScanFinds(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1_500; i++) {
      harness.append(Frames.random(random, next, i / 3));
      if (random.nextInt(100) == 0) {
        harness.upkeep();
      }
    }
    checkAll(random);
    harness.journal().force();
    harness.reopen();
    checkAll(random);
    harness.upkeep();
    checkAll(random);
    harness.reopen();
    checkAll(random);
    assertThat(harness.journal().recovery().indexesRebuilt()).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void damagedIndexesAreMadeAnew(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1_500; i++) {
      harness.append(Frames.random(random, next, i / 3));
    }
    harness.upkeep();
    int damaged = 0;
    for (String name : harness.files.list()) {
      if (name.endsWith(IndexFile.SUFFIX)) {
        MemoryFile file = harness.files.file(name);
        file.flipBit(random.nextLong(file.size()), random.nextInt(8));
        damaged++;
      }
    }
    assertThat(damaged).isGreaterThan(3);

    harness.reopen();

    // A flip in the unused rest of the header is noticed as well: the checksum covers it.
    assertThat(harness.journal().recovery().indexesRebuilt()).isEqualTo(damaged);
    checkAll(random);
  }

  private void checkAll(Random random) {
    for (int i = 0; i < 300; i++) {
      int partition = 1 + random.nextInt(PARTITIONS);
      long offset = random.nextLong(next[partition - 1] + 3);
      long millis = random.nextLong(520);
      assertThat(harness.journal().reader().find(partition, offset))
          .as("partition %d offset %d", partition, offset)
          .isEqualTo(scan(partition, offset, 0));
      assertThat(harness.journal().reader().findTime(partition, millis))
          .as("partition %d time %d", partition, millis)
          .isEqualTo(scan(partition, 0, millis));
    }
    for (int partition = 1; partition <= PARTITIONS + 1; partition++) {
      assertThat(harness.journal().reader().firstOffset(partition))
          .isEqualTo(partition > PARTITIONS ? -1 : 0);
      assertThat(harness.journal().reader().partitionBytes(partition))
          .isEqualTo(bytesOf(partition));
    }
  }

  private long scan(int partition, long offset, long millis) {
    for (byte[] bytes : harness.appended.values()) {
      StoredFrame frame = StoredFrame.at(ByteBuffer.wrap(bytes), 0);
      if (frame.partition() == partition
          && frame.kind() == FrameKind.MESSAGES
          && frame.baseOffset() + frame.recordCount() > offset
          && frame.timeMillis() >= millis) {
        return frame.position();
      }
    }
    return -1;
  }

  private long bytesOf(int partition) {
    long sum = 0;
    for (byte[] bytes : harness.appended.values()) {
      StoredFrame frame = StoredFrame.at(ByteBuffer.wrap(bytes), 0);
      boolean counts = frame.kind() == FrameKind.MESSAGES || frame.kind() == FrameKind.DELAYED;
      sum += counts && frame.partition() == partition ? bytes.length : 0;
    }
    return sum;
  }
}
