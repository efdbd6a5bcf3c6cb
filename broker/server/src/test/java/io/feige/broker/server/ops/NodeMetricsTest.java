package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.WorkFigures;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NodeMetricsTest {
  private final NodeMetrics metrics = new NodeMetrics();

  @AfterEach
  void close() {
    metrics.close();
  }

  @Test
  void scrapeShowsWhatWasCounted() {
    metrics.published(3, 300);
    metrics.published(2, 200);
    metrics.delivered(4, 400);
    metrics.redelivered(1);
    metrics.settled(2);
    metrics.refused(ErrorCode.BUSY);
    metrics.fsync(1_000_000);
    metrics.appendToDurable(150_000);
    metrics.ofPair("pair-1").journal(() -> 10, () -> 110, () -> 100);
    metrics.ofPair("pair-1").parkedPulls(() -> 7);
    metrics.groupLags("pair-1", List.of(new GroupLag("pair-1", "orders", "billing", 42, 5)));

    assertThat(metrics.scrape())
        .contains("feige_published_records_total 5.0")
        .contains("feige_published_bytes_total 500.0")
        .contains("feige_delivered_records_total 4.0")
        .contains("feige_redelivered_records_total 1.0")
        .contains("feige_settled_records_total 2.0")
        .contains("feige_refused_total{code=\"BUSY\"} 1.0")
        .contains("feige_fsync_seconds_count 1")
        .contains("feige_append_to_durable_seconds_bucket{le=\"2.0E-4\"} 1")
        .contains("feige_journal_bytes{pair=\"pair-1\"} 100.0")
        .contains("feige_journal_durable{pair=\"pair-1\"} 100.0")
        .contains("feige_pulls_parked{pair=\"pair-1\"} 7.0")
        .contains("feige_group_lag{group=\"billing\",pair=\"pair-1\",topic=\"orders\"} 42.0")
        .contains("feige_netty_direct_used")
        .contains("jvm_memory_used_bytes");
  }

  @Test
  void stagesAreShownUntilTheyAreGone() {
    WorkFigures figures = new WorkFigures("factor", 1, 2, 3, 4, 1_500, 5, 6, 7, 8, 9, 10, 11);
    metrics.works("pair-1", List.of(new StageWork("pair-1", "compute", figures)));

    String of = "{pair=\"pair-1\",stage=\"factor\",topic=\"compute\"} ";
    String ended =
        "feige_stage_ended{outcome=\"%s\",pair=\"pair-1\",stage=\"factor\",topic=\"compute\"} ";
    assertThat(metrics.scrape())
        .contains("feige_stage_waiting" + of + "1.0")
        .contains("feige_stage_running" + of + "2.0")
        .contains("feige_stage_workers" + of + "3.0")
        .contains("feige_stage_places" + of + "4.0")
        .contains("feige_stage_oldest_seconds" + of + "1.5")
        .contains("feige_stage_repeated" + of + "11.0")
        .contains(ended.formatted("answered") + "5.0")
        .contains(ended.formatted("no_worker") + "6.0")
        .contains(ended.formatted("full") + "7.0")
        .contains(ended.formatted("late") + "8.0")
        .contains(ended.formatted("workers_lost") + "9.0")
        .contains(ended.formatted("cancelled") + "10.0");

    metrics.works("pair-1", List.of());
    assertThat(metrics.scrape()).doesNotContain("compute");
  }

  @Test
  void groupsThatAreGoneAreNotShownAnyMore() {
    metrics.groupLags("pair-1", List.of(new GroupLag("pair-1", "orders", "billing", 42, 5)));
    metrics.groupLags("pair-1", List.of());

    assertThat(metrics.scrape()).doesNotContain("billing");
  }

  @Test
  void groupsBeyondTheBoundAreNotShown() {
    metrics.groupLags(
        "pair-1",
        IntStream.range(0, NodeMetrics.MAX_GROUPS_SHOWN + 5)
            .mapToObj(i -> new GroupLag("pair-1", "orders", "group-" + i, 1, 0))
            .toList());

    assertThat(metrics.scrape().lines().filter(line -> line.startsWith("feige_group_lag{")))
        .hasSize(NodeMetrics.MAX_GROUPS_SHOWN);
  }

  @Test
  void connectionsAreThoseOpenedAndNotClosed() {
    metrics.connectionOpened();
    metrics.connectionOpened();
    metrics.connectionClosed();

    assertThat(metrics.connections()).isEqualTo(1);
    assertThat(metrics.scrape()).contains("feige_connections 1.0");
  }
}
