package io.feige.broker.server.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.server.ops.NodeMetrics;
import io.feige.protocol.command.CommandType;
import org.junit.jupiter.api.Test;

class LongRequestsTest {
  @Test
  void onlyWhatHeldTheLoopForLongIsCounted() {
    try (NodeMetrics metrics = new NodeMetrics()) {
      LongRequests requests = new LongRequests(metrics);
      requests.took("peer", CommandType.SETTLE, LongRequests.LONG_NANOS - 1);
      assertThat(metrics.scrape()).contains("feige_requests_long_total 0.0");

      requests.took("peer", CommandType.SETTLE, LongRequests.LONG_NANOS);
      assertThat(metrics.scrape()).contains("feige_requests_long_total 1.0");
    }
  }
}
