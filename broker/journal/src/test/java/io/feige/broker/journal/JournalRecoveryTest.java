package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.segment.NextSegment;
import io.feige.broker.journal.tail.FlushedFile;
import io.feige.protocol.Crc32c;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JournalRecoveryTest {
  private final JournalHarness harness = new JournalHarness();

  private JournalCorruptException refusal() {
    JournalCorruptException refusal =
        catchThrowableOfType(JournalCorruptException.class, harness::reopen);
    assertThat(refusal).isNotNull();
    return refusal;
  }

  @Test
  void unfinishedLastFrameIsCut() {
    harness.appendMessages(1, 0, 10, 200);
    harness.journal().force();
    long torn = harness.append(Frames.message(1, 10, 5_000));
    harness.files.file(harness.segmentOf(torn)).truncate(harness.placeOf(torn) + 1_000);

    Journal again = harness.reopen();

    assertThat(again.end()).isEqualTo(torn);
    assertThat(again.recovery().cutBytes()).isPositive();
    assertThat(harness.replayed).hasSize(10);
  }

  @Test
  void garbageBehindTheLastFrameIsCut() {
    harness.appendMessages(1, 0, 10, 200);
    long end = harness.journal().force();
    harness.flipBit(end, 2_000);

    Journal again = harness.reopen();

    assertThat(again.end()).isEqualTo(end);
    assertThat(again.recovery().cutBytes()).isEqualTo(2_001);
    assertThat(harness.reopen().recovery().cutBytes()).isZero();
  }

  @Test
  void holeInWhatWasNotFsyncedCutsEverythingBehindIt() {
    harness.appendMessages(1, 0, 10, 200);
    harness.journal().force();
    harness.appendMessages(1, 10, 10, 200);
    long hole = harness.journal().reader().find(1, 14);
    harness.flipBit(hole, 100);

    Journal again = harness.reopen();

    assertThat(again.end()).isEqualTo(hole);
    assertThat(again.reader().find(1, 14)).isEqualTo(Journal.NONE);
    assertThat(again.reader().find(1, 13)).isNotEqualTo(Journal.NONE);
  }

  @Test
  void whatWasCutNeverComesBack() {
    harness.appendMessages(1, 0, 10, 200);
    harness.journal().force();
    harness.appendMessages(1, 10, 10, 200);
    long hole = harness.journal().reader().find(1, 14);
    harness.flipBit(hole, 100);
    harness.reopen();

    // A frame of the same length as the one that was cut, so that the old ones would fit behind it.
    harness.append(Frames.message(1, 14, 200));
    Journal again = harness.reopen();

    assertThat(again.reader().find(1, 14)).isEqualTo(hole);
    assertThat(again.reader().find(1, 15)).isEqualTo(Journal.NONE);
    assertThat(again.recovery().cutBytes()).isZero();
  }

  @Test
  void flippedBitInFsyncedBatchIsCorruption() {
    harness.appendMessages(1, 0, 10, 200);
    harness.journal().force();
    long damaged = harness.journal().reader().find(1, 4);
    harness.flipBit(damaged, StoredFrame.HEADER_BYTES + 80);

    JournalCorruptException refusal = refusal();

    assertThat(refusal.damage().position()).isEqualTo(damaged);
    assertThat(refusal.damage().file()).isEqualTo("00000000000000000000.seg");
    assertThat(refusal)
        .hasMessageContaining("00000000000000000000.seg")
        .hasMessageContaining("position " + damaged)
        .hasMessageContaining("the batch is damaged")
        .hasMessageContaining("Copy the journal from the other replica");
  }

  @Test
  void everyByteOfFsyncedFrameCounts() {
    long first = harness.append(Frames.settle(1, 20));
    long second = harness.append(Frames.message(1, 0, 70));
    harness.append(Frames.message(1, 1, 70));
    long end = harness.journal().force();
    MemoryFile segment = harness.files.file("00000000000000000000.seg");
    for (long at = first; at < second + StoredFrame.HEADER_BYTES + 70; at++) {
      int bit = (int) (at % 8);
      segment.flipBit(harness.placeOf(at), bit);
      long expected = at < second ? first : second;
      assertThat(refusal().damage().position()).as("byte %d", at).isEqualTo(expected);
      segment.flipBit(harness.placeOf(at), bit);
    }
    assertThat(harness.reopen().end()).isEqualTo(end);
  }

  @Test
  void laterFrameProvesThatDamagedOneWasDurable() {
    harness.appendMessages(1, 0, 10, 200);
    harness.journal().force();
    harness.append(Frames.message(1, 10, 200));
    harness.files.delete(FlushedFile.NAME);
    long damaged = harness.journal().reader().find(1, 4);
    harness.flipBit(damaged, StoredFrame.POSITION_AT);

    assertThat(refusal().damage().position()).isEqualTo(damaged);
  }

  @Test
  void withoutAnyProofDamageIsTornTail() {
    harness.appendMessages(1, 0, 10, 200);
    harness.files.delete(FlushedFile.NAME);
    long damaged = harness.journal().reader().find(1, 4);
    harness.flipBit(damaged, StoredFrame.POSITION_AT);

    assertThat(harness.reopen().end()).isEqualTo(damaged);
  }

  @Test
  void damageInTheFileThatSaysWhatIsDurableTakesNothingAway() {
    harness.appendMessages(1, 0, 10, 200);
    long end = harness.journal().force();
    for (int at = 0; at < 16; at++) {
      harness.files.file("flushed").flipBit(at, 3);

      assertThat(harness.reopen().end()).as("byte %d", at).isEqualTo(end);
      assertThat(harness.replayed).hasSize(10);
    }
  }

  @Test
  void lostEndOfDurableFramesIsCorruption() {
    harness.appendMessages(1, 0, 10, 200);
    harness.journal().force();
    long lost = harness.journal().reader().find(1, 8);
    harness.files.file("00000000000000000000.seg").truncate(harness.placeOf(lost));

    JournalCorruptException refusal = refusal();

    assertThat(refusal.damage().position()).isEqualTo(lost);
    assertThat(harness.files.file("00000000000000000000.seg").size())
        .as("nothing is changed")
        .isEqualTo(harness.placeOf(lost));
  }

  @Test
  void damageInSealedSegmentIsCorruption() {
    harness.appendMessages(1, 0, 1_000, 200);
    harness.files.delete(FlushedFile.NAME);
    harness.flipBit(harness.journal().reader().find(1, 3), 60);

    assertThat(refusal().damage().file()).isEqualTo("00000000000000000000.seg");
  }

  @Test
  void missingSegmentIsCorruption() {
    harness.appendMessages(1, 0, 1_000, 200);
    String second = harness.segmentOf(harness.journal().reader().find(1, 300));
    harness.files.delete(second);

    assertThat(refusal()).hasMessageContaining("a segment is missing before this one");
  }

  @Test
  void missingFirstSegmentIsCorruption() {
    harness.appendMessages(1, 0, 1_000, 200);
    harness.files.delete("00000000000000000000.seg");

    assertThat(refusal()).hasMessageContaining("there is no usable snapshot");
  }

  @Test
  void allSegmentsMissingIsCorruption() {
    harness.appendMessages(1, 0, 10, 200);
    harness.journal().force();
    harness.files.delete("00000000000000000000.seg");

    assertThat(refusal()).hasMessageContaining("all segments are missing");
  }

  @Test
  void damagedSegmentHeaderIsCorruption() {
    harness.appendMessages(1, 0, 10, 200);
    harness.files.file("00000000000000000000.seg").flipBit(40, 1);

    assertThat(refusal()).hasMessageContaining("the segment's header is damaged");
  }

  @Test
  void frameOfNewerReleaseIsNeverCut() throws IOException {
    harness.appendMessages(1, 0, 10, 200);
    harness.journal().force();
    long newer = harness.append(Frames.message(1, 10, 200));
    rewriteHeader(newer, StoredFrame.VERSION_AT, (byte) 2);

    JournalCorruptException refusal = refusal();

    assertThat(refusal).hasMessageContaining("newer release");
    assertThat(refusal.damage().position()).isEqualTo(newer);
  }

  private void rewriteHeader(long position, int field, byte value) throws IOException {
    MemoryFile file = harness.files.file(harness.segmentOf(position));
    ByteBuffer header = ByteBuffer.allocate(StoredFrame.HEADER_BYTES);
    file.read(header, harness.placeOf(position));
    header.put(field, value);
    int crc =
        Crc32c.of(
            header, StoredFrame.CHECKED_FROM, StoredFrame.HEADER_BYTES - StoredFrame.CHECKED_FROM);
    file.write(harness.placeOf(position), header.putInt(StoredFrame.HEADER_CRC_AT, crc).rewind());
  }

  @Test
  void preparedSegmentIsUsedAfterRestart() {
    harness.upkeep();
    assertThat(harness.files.exists(NextSegment.PREPARED)).isTrue();

    harness.reopen();
    assertThat(harness.journal().upkeepDue()).isFalse();
    harness.appendMessages(1, 0, 500, 200);

    assertThat(harness.files.exists(NextSegment.PREPARED)).isFalse();
    assertThat(harness.reopen().reader().find(1, 499)).isNotEqualTo(Journal.NONE);
  }

  @Test
  void whatIsNotKnownToBeDurableIsFsyncedBeforeTheJournalIsOpen() {
    harness.appendMessages(1, 0, 10, 200);

    Journal again = harness.reopen();
    harness.files.crash(new Random(1));
    harness.reopen();

    assertThat(harness.journal().end()).isEqualTo(again.end());
  }
}
