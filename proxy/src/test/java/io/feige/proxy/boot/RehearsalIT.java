package io.feige.proxy.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class RehearsalIT {
  @Test
  void sessionsAreServedWithoutACluster() throws IOException {
    assertThat(Rehearsal.serve()).isPositive();
  }
}
