package io.feige.protocol.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.Crc32c;
import io.feige.protocol.Hex;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.GoldenBatches;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StoredFrameTest {
  private static final long TIME = 1_700_000_000_000L;

  private final ByteBuffer bytes = ByteBuffer.wrap(GoldenStoredFrames.messages());

  @ParameterizedTest
  @MethodSource("io.feige.protocol.frame.GoldenStoredFrames#all")
  void nothingIsWrongWithAPinnedFrame(byte[] frame) {
    assertThat(StoredFrame.at(ByteBuffer.wrap(frame), 0).problem()).isNull();
  }

  @Test
  void messagesAreWrittenAsPinned() {
    FrameStamp stamp = new FrameStamp(FrameKind.MESSAGES, 0, 3, 2, 4_096, 2_048, TIME, 100, 0, 3);

    assertThat(written(stamp, new byte[0], GoldenBatches.withKeys()))
        .isEqualTo(hex(GoldenStoredFrames.messages()));
  }

  @Test
  void deadLetterIsWrittenAsPinned() {
    byte[] pinned = GoldenStoredFrames.deadLetter();
    FrameStamp stamp =
        new FrameStamp(
            FrameKind.MESSAGES, FrameKind.FLAG_DEAD_LETTER, 4, 2, 5_000, 2_048, TIME, 7, 1, 1);

    assertThat(written(stamp, extensionOf(pinned), GoldenBatches.withKeys()))
        .isEqualTo(hex(pinned));
  }

  @Test
  void frameWithoutBatchIsWrittenAsPinned() {
    byte[] pinned = GoldenStoredFrames.settle();
    FrameStamp stamp = new FrameStamp(FrameKind.SETTLE, 0, 3, 2, 6_000, 4_096, TIME, 0, 0, 0);

    assertThat(written(stamp, extensionOf(pinned), new byte[0])).isEqualTo(hex(pinned));
  }

  @Test
  void delayedBatchIsWrittenAsPinned() {
    FrameStamp stamp = new FrameStamp(FrameKind.DELAYED, 0, 3, 2, 7_000, 4_096, TIME, 0, 0, 0);

    assertThat(written(stamp, new byte[0], GoldenBatches.withKeys()))
        .isEqualTo(hex(GoldenStoredFrames.delayed()));
  }

  @Test
  void placeStampedLaterGivesTheSameBytes() {
    FrameStamp unplaced = FrameStamp.messages(0, 3, TIME, 100, 0, 3);
    ByteBuffer frame = ByteBuffer.allocate(bytes.capacity());
    frame.put(StoredFrame.HEADER_BYTES, GoldenBatches.withKeys());
    StoredFrame.writeHeader(frame, 0, unplaced, 0, GoldenBatches.withKeys().length);

    StoredFrame.stampPlace(frame, 0, 2, 4_096, 2_048);

    assertThat(Hex.of(frame)).isEqualTo(Hex.of(bytes));
  }

  @Test
  void originOfADeadLetterIsReadAndWrittenAsPinned() {
    StoredFrame frame = StoredFrame.at(ByteBuffer.wrap(GoldenStoredFrames.deadLetter()), 0);
    LetterOrigin origin = new LetterOrigin(1, 3, 101, 16, "t", "g", "c-1", "bad");

    assertThat(LetterOrigin.read(frame.extension())).isEqualTo(origin);
    assertThat(Hex.of(origin.toBytes())).isEqualTo(Hex.of(frame.extension()));
    for (int bytes = 0; bytes < frame.extensionLength(); bytes++) {
      assertThat(LetterOrigin.read(frame.extension().limit(bytes))).isNull();
    }
  }

  @Test
  void fieldsAreReadFromTheirPlaces() {
    StoredFrame frame = StoredFrame.at(ByteBuffer.wrap(GoldenStoredFrames.deadLetter()), 0);

    assertThat(frame.length()).isEqualTo(GoldenStoredFrames.deadLetter().length);
    assertThat(frame.kind()).isEqualTo(FrameKind.MESSAGES);
    assertThat(frame.hasFlag(FrameKind.FLAG_DEAD_LETTER)).isTrue();
    assertThat(frame.hasFlag(FrameKind.FLAG_RELEASED)).isFalse();
    assertThat(frame.partition()).isEqualTo(4);
    assertThat(frame.epoch()).isEqualTo(2);
    assertThat(frame.position()).isEqualTo(5_000);
    assertThat(frame.flushed()).isEqualTo(2_048);
    assertThat(frame.timeMillis()).isEqualTo(TIME);
    assertThat(frame.baseOffset()).isEqualTo(7);
    assertThat(frame.recordFirst()).isEqualTo(1);
    assertThat(frame.recordCount()).isEqualTo(1);
    assertThat(frame.extensionLength()).isEqualTo(34);
    assertThat(frame.extension().getInt(0)).isEqualTo(1);
    assertThat(frame.batchLength()).isEqualTo(GoldenBatches.withKeys().length);
    assertThat(Hex.of(frame.batch().bytes())).isEqualTo(hex(GoldenBatches.withKeys()));
    assertThat(Hex.of(frame.bytes())).isEqualTo(hex(GoldenStoredFrames.deadLetter()));
  }

  @Test
  void frameInTheMiddleOfADirectBufferIsReadAndTheBufferLeftAlone() {
    ByteBuffer middle = ByteBuffer.allocateDirect(bytes.capacity() + 9);
    middle.put(9, bytes, 0, bytes.capacity());
    middle.order(ByteOrder.LITTLE_ENDIAN).position(4);

    StoredFrame frame = StoredFrame.at(middle, 9);

    assertThat(frame.problem()).isNull();
    assertThat(frame.batch().recordCount()).isEqualTo(3);
    assertThat(middle.position()).isEqualTo(4);
    assertThat(middle.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void zerosAreAnEmptyPlace() {
    assertThat(StoredFrame.at(ByteBuffer.allocate(100), 0).headerProblem())
        .isEqualTo(FrameProblem.EMPTY);
  }

  @Test
  void everyTruncationIsNamedAndNoneThrows() {
    byte[] whole = GoldenStoredFrames.deadLetter();
    for (int length = 0; length < whole.length; length++) {
      ByteBuffer part = ByteBuffer.wrap(whole, 0, length).slice();

      assertThat(StoredFrame.at(part, 0).problem()).as("length " + length).isNotNull();
    }
  }

  @Test
  void everyFlippedBitIsFound() {
    byte[] frame = GoldenStoredFrames.deadLetter();
    for (int bit = 0; bit < frame.length * 8; bit++) {
      frame[bit / 8] ^= (byte) (1 << (bit % 8));

      assertThat(StoredFrame.at(ByteBuffer.wrap(frame), 0).problem()).as("bit " + bit).isNotNull();

      frame[bit / 8] ^= (byte) (1 << (bit % 8));
    }
  }

  @Test
  void headerProblemsAreNamed() {
    assertThat(withInt(StoredFrame.LENGTH_AT, 71)).isEqualTo(FrameProblem.LENGTH_INVALID);
    assertThat(withInt(StoredFrame.LENGTH_AT, -1)).isEqualTo(FrameProblem.LENGTH_INVALID);
    assertThat(withByte(StoredFrame.VERSION_AT, 2)).isEqualTo(FrameProblem.VERSION_UNKNOWN);
    assertThat(withByte(StoredFrame.KIND_AT, 0)).isEqualTo(FrameProblem.KIND_UNKNOWN);
    assertThat(withByte(StoredFrame.KIND_AT, 11)).isEqualTo(FrameProblem.KIND_UNKNOWN);
    assertThat(withByte(StoredFrame.FLAGS_AT, 1)).isEqualTo(FrameProblem.FLAGS_UNKNOWN);
    assertThat(withByte(StoredFrame.FLAGS_AT + 1, 3)).isEqualTo(FrameProblem.FLAGS_UNKNOWN);
    assertThat(withByte(StoredFrame.FLAGS_AT + 1, 10)).isEqualTo(FrameProblem.FLAGS_UNKNOWN);
    assertThat(withInt(StoredFrame.PARTITION_AT, -1)).isEqualTo(FrameProblem.NEGATIVE);
    assertThat(withInt(StoredFrame.EPOCH_AT, -1)).isEqualTo(FrameProblem.NEGATIVE);
    assertThat(withInt(StoredFrame.BASE_OFFSET_AT, -1)).isEqualTo(FrameProblem.NEGATIVE);
    assertThat(withInt(StoredFrame.RECORD_COUNT_AT, 0)).isEqualTo(FrameProblem.RECORDS_INVALID);
    assertThat(withInt(StoredFrame.RECORD_FIRST_AT, Integer.MAX_VALUE))
        .isEqualTo(FrameProblem.RECORDS_INVALID);
    assertThat(withInt(StoredFrame.EXTENSION_LENGTH_AT, -1))
        .isEqualTo(FrameProblem.EXTENSION_LENGTH);
    assertThat(withInt(StoredFrame.EXTENSION_LENGTH_AT, bytes.capacity() - 72))
        .isEqualTo(FrameProblem.EXTENSION_LENGTH);
  }

  @Test
  void kindWithoutBatchMayNotHaveOne() {
    assertThat(withByte(StoredFrame.KIND_AT, FrameKind.DELAYED.number()))
        .isEqualTo(FrameProblem.RECORDS_INVALID);
    bytes.putInt(StoredFrame.RECORD_COUNT_AT, 0);
    assertThat(withByte(StoredFrame.KIND_AT, FrameKind.EPOCH.number()))
        .isEqualTo(FrameProblem.EXTENSION_LENGTH);
  }

  @Test
  void damagedHeaderIsNamedBeforeItsFieldsAre() {
    bytes.put(StoredFrame.KIND_AT, (byte) 99);

    assertThat(StoredFrame.at(bytes, 0).headerProblem()).isEqualTo(FrameProblem.HEADER_CHECKSUM);
  }

  @Test
  void extensionThatDoesNotFitItsChecksumIsNamed() {
    byte[] frame = GoldenStoredFrames.settle();
    frame[StoredFrame.EXTENSION_AT] ^= 1;

    StoredFrame view = StoredFrame.at(ByteBuffer.wrap(frame), 0);

    assertThat(view.headerProblem()).isNull();
    assertThat(view.extensionProblem()).isEqualTo(FrameProblem.EXTENSION_CHECKSUM);
  }

  @Test
  void batchOfAnotherLengthThanTheFrameLeavesIsNamed() {
    bytes.putInt(StoredFrame.HEADER_BYTES + BatchHead.LENGTH_AT, 121);

    assertThat(StoredFrame.at(bytes, 0).batchFitProblem()).isEqualTo(FrameProblem.BATCH_LENGTH);
  }

  @Test
  void moreRecordsThanTheBatchHoldsAreNamed() {
    bytes.putInt(StoredFrame.RECORD_FIRST_AT, 1);

    assertThat(StoredFrame.at(bytes, 0).batchFitProblem()).isEqualTo(FrameProblem.RECORDS_INVALID);
  }

  @Test
  void damagedBatchIsNamed() {
    bytes.put(bytes.capacity() - 1, (byte) 0);

    assertThat(StoredFrame.at(bytes, 0).problem()).isEqualTo(FrameProblem.BATCH_DAMAGED);
  }

  @Test
  void stampOrLengthsThatCouldNotBeReadBackAreRefused() {
    assertThatThrownBy(() -> FrameStamp.messages(3, 1, 1, 1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FrameStamp.messages(0, -1, 1, 1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> FrameStamp.messages(0, 1, 1, 1, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
    FrameStamp epoch = FrameStamp.of(FrameKind.EPOCH, 0, 0, 1);
    assertThatThrownBy(() -> StoredFrame.writeHeader(bytes, 0, epoch, 0, 60))
        .isInstanceOf(IllegalArgumentException.class);
    FrameStamp messages = FrameStamp.messages(0, 1, 1, 1, 0, 1);
    assertThatThrownBy(() -> StoredFrame.writeHeader(bytes, 0, messages, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** What is found with a right checksum over the changed value; the value is put back. */
  private @Nullable FrameProblem withInt(int at, int value) {
    int before = bytes.getInt(at);
    bytes.putInt(at, value);
    FrameProblem problem = headerProblem();
    bytes.putInt(at, before);
    return problem;
  }

  private @Nullable FrameProblem withByte(int at, int value) {
    byte before = bytes.get(at);
    bytes.put(at, (byte) value);
    FrameProblem problem = headerProblem();
    bytes.put(at, before);
    return problem;
  }

  private @Nullable FrameProblem headerProblem() {
    int from = StoredFrame.CHECKED_FROM;
    bytes.putInt(
        StoredFrame.HEADER_CRC_AT, Crc32c.of(bytes, from, StoredFrame.HEADER_BYTES - from));
    return StoredFrame.at(bytes, 0).headerProblem();
  }

  private static String written(FrameStamp stamp, byte[] extension, byte[] batch) {
    int head = StoredFrame.HEADER_BYTES + extension.length;
    ByteBuffer frame = ByteBuffer.allocate(head + batch.length);
    frame.put(StoredFrame.HEADER_BYTES, extension).put(head, batch);
    StoredFrame.writeHeader(frame, 0, stamp, extension.length, batch.length);
    return Hex.of(frame);
  }

  private static byte[] extensionOf(byte[] frame) {
    StoredFrame view = StoredFrame.at(ByteBuffer.wrap(frame), 0);
    byte[] extension = new byte[view.extensionLength()];
    view.extension().get(extension);
    return extension;
  }

  private static String hex(byte[] bytes) {
    return Hex.of(ByteBuffer.wrap(bytes));
  }
}
