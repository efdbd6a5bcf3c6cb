package io.feige.protocol.batch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProducerFingerprintTest {
  private final ProducerFingerprint fingerprint = new ProducerFingerprint();

  @Test
  void isWhatThePageOfTheWireSays() {
    assertThat(fingerprint.of(1)).isEqualTo(0x4D26_6215_4E6D_76B2L);
  }

  @Test
  void sameIdHasTheSameAndIsNotItsOwn() {
    long id = 0x0BAF_E221_56D2_698CL;
    long once = fingerprint.of(id);

    assertThat(fingerprint.of(id)).isEqualTo(once).isNotEqualTo(id).isPositive();
    assertThat(fingerprint.of(once)).isNotEqualTo(once).isNotEqualTo(id);
  }

  @Test
  void batchWithoutProducerStaysOne() {
    assertThat(fingerprint.of(0)).isZero();
  }
}
