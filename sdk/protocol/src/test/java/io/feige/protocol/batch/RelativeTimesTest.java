package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule: the node's clock alone decides what a delay and a time to live mean. */
class RelativeTimesTest {
  private static final long NOW = 1_700_000_000_000L;

  /** Records that expire so; their publisher believes in the year 1970. */
  private static ByteBuffer batch(long deliverAt, long... expiries) {
    BatchWriter writer = BatchWriter.withLimit(10_000);
    for (int i = 0; i < expiries.length; i++) {
      byte[] key = i % 2 == 0 ? null : new byte[] {1};
      assertThat(writer.add(key, List.of(), new byte[i], 5, expiries[i])).isTrue();
    }
    return writer.finish(new BatchStamp(7, 3, deliverAt), Compressor.NONE);
  }

  private static BatchHead settled(ByteBuffer batch) {
    RelativeTimes.settle(batch, NOW);
    BatchHead head = BatchHead.at(batch, 0);
    assertThat(head.problem()).isNull();
    return head;
  }

  @Test
  void timesThatCountFromTakingBecomeDatesAndTheOthersStay() {
    BatchHead head = settled(batch(RelativeTimes.of(500), 0, RelativeTimes.of(60_000), 1_234));

    assertThat(head.deliverAtMillis()).isEqualTo(NOW + 500);
    assertThat(head.expiryMillis(0)).isZero();
    assertThat(head.expiryMillis(1)).isEqualTo(NOW + 60_000);
    assertThat(head.expiryMillis(2)).isEqualTo(1_234);
  }

  @Test
  void aBatchWithDatesAloneIsNotTouched() {
    for (ByteBuffer batch : List.of(batch(0, 0, 0), batch(NOW, 0, NOW + 1))) {
      ByteBuffer before = ByteBuffer.allocate(batch.limit()).put(0, batch, 0, batch.limit());
      RelativeTimes.settle(batch, NOW + 99);
      assertThat(batch).isEqualTo(before);
    }
  }

  @Test
  void aTimeWithoutEndEndsNeverAndNotInThePast() {
    BatchHead head = settled(batch(RelativeTimes.of(Long.MAX_VALUE), RelativeTimes.of(1L << 62)));

    assertThat(head.deliverAtMillis()).isEqualTo(NOW + RelativeTimes.LONGEST_MILLIS);
    assertThat(head.expiryMillis(0)).isEqualTo(NOW + RelativeTimes.LONGEST_MILLIS);
  }

  @Test
  void aDamagedBatchIsNotMadeSound() {
    ByteBuffer batch = batch(RelativeTimes.of(500), RelativeTimes.of(1));
    for (int at = 0; at < batch.limit(); at++) {
      batch.put(at, (byte) (batch.get(at) ^ 1));
      ByteBuffer before = ByteBuffer.allocate(batch.limit()).put(0, batch, 0, batch.limit());
      RelativeTimes.settle(batch, NOW);
      assertThat(batch).as("damaged at " + at).isEqualTo(before);
      batch.put(at, (byte) (batch.get(at) ^ 1));
    }
  }

  @Test
  void shortBytesAreNoBatch() {
    for (int length = 0; length < BatchHead.HEADER_BYTES; length++) {
      RelativeTimes.settle(ByteBuffer.allocate(length), NOW);
    }
  }
}
