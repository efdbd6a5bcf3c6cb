package io.feige.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.history.Stages.Missing;
import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import io.feige.client.TopicSpec;
import io.feige.client.WorkFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule: a stage misses workers if it has refused requests for that since, and has none. */
final class StagesTest {
  private static List<TopicDescription> flow(int workers, long refused) {
    WorkFigures figures =
        new WorkFigures("parse", 0, 0, workers, 0, Duration.ZERO, 0, refused, 0, 0, 0, 0, 0);
    return List.of(
        new TopicDescription(
            TopicSpec.of("primes").withStages("parse"),
            1,
            0,
            0,
            0,
            0,
            0,
            Instant.EPOCH,
            List.of(new TopicInPair("pair-2", 1, 0, 0, 0, 0, 0)),
            List.of(figures)));
  }

  @Test
  void onlyWhatWasRefusedSinceTheLookBeforeCounts() {
    Stages first = Stages.NOTHING.next(flow(0, 40));
    assertThat(first.missing()).as("long ago, maybe").isEmpty();
    Stages second = first.next(flow(0, 43));
    assertThat(second.missing()).containsExactly(new Missing("pair-2", "primes", "parse", 3));
    assertThat(second.next(flow(0, 43)).missing()).isEmpty();
    assertThat(second.next(flow(1, 50)).missing()).as("one came").isEmpty();
    assertThat(second.next(flow(0, 2)).missing()).as("another node counts anew").isEmpty();
    assertThat(second.next(List.of()).refused()).isEmpty();
  }
}
