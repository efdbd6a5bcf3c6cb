package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OnceNameTest {
  /** What {@code printf order-1 | sha256sum} says begins with 0bafe22156d2698c. */
  @Test
  void producerFollowsFromTheKeyAsTheWireFormatSays() {
    assertThat(OnceName.producerId("order-1")).isEqualTo(0x0BAFE22156D2698CL);
    assertThat(OnceName.producerId("")).isEqualTo(0x63B0C44298FC1C14L);
  }

  @Test
  void sequenceLiesAboveThoseOfProducers() {
    assertThat(OnceName.isOne(OnceName.SEQUENCE)).isTrue();
    assertThat(OnceName.isOne(BatchHead.MAX_SEQUENCE)).isFalse();
    assertThat(OnceName.isOne(OnceName.SEQUENCE + 1)).isFalse();
  }
}
