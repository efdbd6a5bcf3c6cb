package io.feige.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Crc32cTest {
  /** The check value of CRC-32C (Castagnoli). */
  private static final int CHECK = 0xE306_9283;

  private final byte[] digits = "x123456789y".getBytes(StandardCharsets.UTF_8);

  @Test
  void checksumIsCastagnolisOnEveryKindOfBuffer() {
    ByteBuffer heap = ByteBuffer.wrap(digits);
    ByteBuffer direct = ByteBuffer.allocateDirect(digits.length).put(digits);
    ByteBuffer sliced = ByteBuffer.wrap(digits, 1, 10).slice();

    assertThat(Crc32c.of(heap, 1, 9)).isEqualTo(CHECK);
    assertThat(Crc32c.of(heap.asReadOnlyBuffer(), 1, 9)).isEqualTo(CHECK);
    assertThat(Crc32c.of(direct, 1, 9)).isEqualTo(CHECK);
    assertThat(Crc32c.of(sliced, 0, 9)).isEqualTo(CHECK);
    assertThat(heap.position()).isZero();
    assertThat(direct.position()).isEqualTo(digits.length);
  }

  @Test
  void checksumFollowsEightBytesThatAreReplaced() {
    for (int behind : new int[] {0, 1, 7, 255, 256, 70_001}) {
      ByteBuffer bytes = ByteBuffer.allocate(5 + Long.BYTES + behind);
      for (int i = 0; i < bytes.limit(); i++) {
        bytes.put(i, (byte) (i * 31));
      }
      int before = Crc32c.of(bytes, 0, bytes.limit());
      long old = bytes.getLong(5);
      bytes.putLong(5, 0x0BAF_E221_56D2_698CL);

      assertThat(Crc32c.replaced(before, old, bytes.getLong(5), behind))
          .as("%d bytes behind", behind)
          .isEqualTo(Crc32c.of(bytes, 0, bytes.limit()));
    }
  }

  @Test
  void rangeBeyondTheLimitIsABugOfTheCaller() {
    ByteBuffer limited = ByteBuffer.wrap(digits).limit(5);

    assertThatThrownBy(() -> Crc32c.of(limited, 1, 5))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
