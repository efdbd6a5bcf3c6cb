package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.protocol.Crc32c;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BatchHeadTest {
  private final ByteBuffer batch = ByteBuffer.wrap(GoldenBatches.withAllColumns());

  @Test
  void bytesThatEndInsideTheHeaderAreTruncated() {
    for (int length = 0; length < BatchHead.HEADER_BYTES; length++) {
      assertThat(BatchHead.within(batch, 0, length).problem()).isEqualTo(BatchProblem.TRUNCATED);
    }
  }

  @Test
  void lengthThatIsNotWhatThereIsIsNamed() {
    assertThat(withInt(BatchHead.LENGTH_AT, 91)).isEqualTo(BatchProblem.LENGTH);
    assertThat(withInt(BatchHead.LENGTH_AT, -1)).isEqualTo(BatchProblem.LENGTH);
    assertThat(withInt(BatchHead.LENGTH_AT, 1 << 30)).isEqualTo(BatchProblem.LENGTH);
  }

  @Test
  void unknownVersionCompressionAndColumnsAreNamed() {
    assertThat(withByte(BatchHead.VERSION_AT, 2)).isEqualTo(BatchProblem.VERSION_UNKNOWN);
    assertThat(withByte(BatchHead.COMPRESSION_AT, 3)).isEqualTo(BatchProblem.COMPRESSION_UNKNOWN);
    assertThat(withByte(BatchHead.COLUMNS_AT + 1, 8)).isEqualTo(BatchProblem.COLUMNS_UNKNOWN);
    assertThat(withByte(BatchHead.COLUMNS_AT, 1)).isEqualTo(BatchProblem.COLUMNS_UNKNOWN);
  }

  @Test
  void recordCountOutOfRangeIsNamed() {
    assertThat(withInt(BatchHead.RECORD_COUNT_AT, 0)).isEqualTo(BatchProblem.RECORD_COUNT);
    assertThat(withInt(BatchHead.RECORD_COUNT_AT, -1)).isEqualTo(BatchProblem.RECORD_COUNT);
    assertThat(withInt(BatchHead.RECORD_COUNT_AT, 65_536)).isEqualTo(BatchProblem.RECORD_COUNT);
  }

  @Test
  void negativeFieldsAreNamed() {
    assertThat(withByte(BatchHead.PRODUCER_AT, 0x80)).isEqualTo(BatchProblem.NEGATIVE);
    assertThat(withByte(BatchHead.SEQUENCE_AT, 0x80)).isEqualTo(BatchProblem.NEGATIVE);
    assertThat(withByte(BatchHead.CLIENT_TIME_AT, 0x80)).isEqualTo(BatchProblem.NEGATIVE);
    assertThat(withByte(BatchHead.DELIVER_AT_AT, 0x80)).isEqualTo(BatchProblem.NEGATIVE);
  }

  @Test
  void columnsThatDoNotFitTheRecordsAreNamed() {
    assertThat(withInt(BatchHead.RECORD_COUNT_AT, 3)).isEqualTo(BatchProblem.COLUMNS_LENGTH);
    assertThat(withInt(BatchHead.COLUMNS_LENGTH_AT, 33)).isEqualTo(BatchProblem.COLUMNS_LENGTH);
    assertThat(withInt(BatchHead.COLUMNS_LENGTH_AT, -1)).isEqualTo(BatchProblem.COLUMNS_LENGTH);
  }

  @Test
  void columnsThatExceedTheBatchAreNamed() {
    batch.putInt(BatchHead.RECORD_COUNT_AT, 65_535);
    batch.putInt(BatchHead.COLUMNS_LENGTH_AT, 65_535 * 17);

    assertThat(problem()).isEqualTo(BatchProblem.COLUMNS_LENGTH);
  }

  @Test
  void payloadThatCannotBeIsNamed() {
    assertThat(withInt(BatchHead.PAYLOAD_LENGTH_AT, 9)).isEqualTo(BatchProblem.PAYLOAD_LENGTH);
    assertThat(withInt(BatchHead.PAYLOAD_LENGTH_AT, -8)).isEqualTo(BatchProblem.PAYLOAD_LENGTH);
    batch.put(BatchHead.COMPRESSION_AT, (byte) 1);
    assertThat(withInt(BatchHead.PAYLOAD_LENGTH_AT, 5)).isEqualTo(BatchProblem.PAYLOAD_LENGTH);
  }

  @Test
  void endsThatDoNotAscendToThePayloadsEndAreNamed() {
    assertThat(withInt(BatchHead.HEADER_BYTES, 9)).isEqualTo(BatchProblem.SIZES);
    assertThat(withInt(BatchHead.HEADER_BYTES, 2)).isEqualTo(BatchProblem.SIZES);
    assertThat(withInt(BatchHead.HEADER_BYTES, -5)).isEqualTo(BatchProblem.SIZES);
    assertThat(withInt(BatchHead.HEADER_BYTES, Integer.MAX_VALUE)).isEqualTo(BatchProblem.SIZES);
    assertThat(withInt(BatchHead.HEADER_BYTES + 4, 9)).isEqualTo(BatchProblem.SIZES);
  }

  @Test
  void negativeExpiryIsNamed() {
    assertThat(withByte(BatchHead.HEADER_BYTES + 16, 0x80)).isEqualTo(BatchProblem.EXPIRY_NEGATIVE);
  }

  @Test
  void everyFlippedBitIsFound() {
    for (int bit = 0; bit < batch.capacity() * 8; bit++) {
      byte before = batch.get(bit / 8);
      batch.put(bit / 8, (byte) (before ^ (1 << (bit % 8))));

      assertThat(BatchHead.at(batch, 0).problem()).as("bit " + bit).isNotNull();

      batch.put(bit / 8, before);
    }
  }

  @Test
  void viewReadsBigEndianWhateverTheBuffersOrderIsAndLeavesItAlone() {
    ByteBuffer shifted = ByteBuffer.allocateDirect(batch.capacity() + 5);
    shifted.position(5);
    shifted.put(batch.duplicate());
    shifted.order(ByteOrder.LITTLE_ENDIAN).position(3);

    assertThat(BatchHead.at(shifted, 5).problem()).isNull();

    assertThat(shifted.position()).isEqualTo(3);
    assertThat(shifted.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void recordThatIsNotThereIsABugOfTheCaller() {
    BatchHead head = BatchHead.at(batch, 0);

    assertThatThrownBy(() -> head.keyHash(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> head.end(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  /** What is found with a right checksum over the changed value; the value is put back. */
  private @Nullable BatchProblem withInt(int at, int value) {
    int before = batch.getInt(at);
    batch.putInt(at, value);
    BatchProblem problem = problem();
    batch.putInt(at, before);
    return problem;
  }

  private @Nullable BatchProblem withByte(int at, int value) {
    byte before = batch.get(at);
    batch.put(at, (byte) value);
    BatchProblem problem = problem();
    batch.put(at, before);
    return problem;
  }

  private @Nullable BatchProblem problem() {
    int covered = batch.capacity() - BatchHead.CHECKED_FROM;
    batch.putInt(BatchHead.CRC_AT, Crc32c.of(batch, BatchHead.CHECKED_FROM, covered));
    return BatchHead.at(batch, 0).problem();
  }
}
