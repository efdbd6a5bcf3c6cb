package io.feige.dist.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.Order;
import io.feige.client.ProducerPolicy;
import io.feige.client.TopicSpec;
import io.feige.client.testing.InMemoryFeige;
import io.feige.dist.bench.Load.Limit;
import io.feige.dist.bench.RoundtripBench.Rate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BenchTest {
  @TempDir Path dir;

  private static Load load(int threads, long messages) {
    Limit limit = new Limit(Duration.ofMinutes(1), messages);
    return new Load("t", 128, 0, threads, 100, false, ProducerPolicy.DEFAULT, limit);
  }

  @Test
  void theMedianOfAnEvenNumberLiesBetween() {
    assertThat(Spread.of(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(new Spread(2.5, 1, 4));
    assertThat(Spread.of(List.of(9.0, 1.0, 2.0))).isEqualTo(new Spread(2, 1, 9));
  }

  @Test
  void percentilesAreInMicroseconds() throws IOException {
    Histogram histogram = Latencies.histogram();
    for (int i = 1; i <= 1000; i++) {
      Latencies.record(histogram, i * 1000L);
    }

    Latencies latencies = Latencies.of(histogram);
    Latencies.dump(histogram, dir.resolve("hdr"));

    assertThat(latencies.p50Micros()).isBetween(499.0, 501.0);
    assertThat(latencies.p999Micros()).isBetween(998.0, 1001.0);
    assertThat(Files.readString(dir.resolve("hdr"))).contains("Percentile").contains("#[Max");
  }

  @Test
  void publishCountsWhatWasConfirmed() {
    try (InMemoryFeige feige = InMemoryFeige.create()) {
      RunResult result = new PublishBench(() -> feige).run(load(4, 1000));

      assertThat(result.messages()).isEqualTo(1000);
      assertThat(result.bytes()).isEqualTo(128_000);
      assertThat(feige.topics().describe("t").endOffset()).isEqualTo(1000);
    }
  }

  @Test
  void syncTimesEveryMessage() {
    try (InMemoryFeige feige = InMemoryFeige.create()) {
      RunResult result = new SyncPublishBench(() -> feige).run(load(4, 400));

      assertThat(result.messages()).isEqualTo(400);
      assertThat(result.latencies()).isNotNull();
      assertThat(result.words()).contains("p99.9");
    }
  }

  @Test
  void pullTakesEverythingOnce() {
    try (InMemoryFeige feige = InMemoryFeige.create()) {
      new PublishBench(() -> feige).run(load(1, 1000));

      RunResult pulled = new PullBench(() -> feige).pull(load(2, 1000), "g", 100);
      RunResult read = new PullBench(() -> feige).read(load(1, 1000));

      assertThat(pulled.messages()).isEqualTo(1000);
      assertThat(pulled.bytes()).isEqualTo(128_000);
      assertThat(read.messages()).isEqualTo(1000);
      assertThat(feige.groups().describe("t", "g").lag()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyMessageOfARoundTripIsMeasuredWhateverTheOrder(Order order) {
    try (InMemoryFeige feige = InMemoryFeige.create()) {
      feige.topics().create(TopicSpec.of("t").withOrder(order));
      Rate rate = new Rate(1000, Duration.ZERO, Duration.ofMillis(200));

      RunResult result =
          new RoundtripBench(() -> feige, RoundtripBench.Receiver.LISTEN, order)
              .run(load(1, Limit.ANY), rate, "g");

      assertThat(result.messages()).isEqualTo(200);
      assertThat(result.failed()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void theWarmupOfARoundTripIsNotCounted(RoundtripBench.Receiver receiver) {
    try (InMemoryFeige feige = InMemoryFeige.create()) {
      Rate rate = new Rate(1000, Duration.ofMillis(100), Duration.ofMillis(200));
      feige.topics().create(TopicSpec.of("t"));

      RunResult result =
          new RoundtripBench(() -> feige, receiver).run(load(1, Limit.ANY), rate, "g");

      assertThat(result.messages()).isEqualTo(200);
      assertThat(result.failed()).isZero();
    }
  }
}
