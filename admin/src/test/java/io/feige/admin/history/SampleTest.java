package io.feige.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.GroupDescription;
import io.feige.client.GroupInPair;
import io.feige.client.TopicDescription;
import io.feige.client.TopicInPair;
import io.feige.client.TopicSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SampleTest {
  private static final long SECOND = 1_000_000_000;

  private static TopicInPair at(String pair, long committed) {
    return new TopicInPair(pair, 1, 0, committed, committed, 10 * committed, 0);
  }

  private static TopicDescription topic(String name, TopicInPair... parts) {
    long bytes = Arrays.stream(parts).mapToLong(TopicInPair::bytes).sum();
    return new TopicDescription(
        TopicSpec.of(name), 1, 0, 0, 0, bytes, 0, Instant.EPOCH, List.of(parts), List.of());
  }

  private static GroupInPair of(String pair, long end, long lag) {
    return new GroupInPair(pair, 1, 0, end, 0, 0, 0, 0, Optional.empty(), lag, "", List.of(), 0);
  }

  private static GroupDescription group(String topic, String name, GroupInPair... parts) {
    long lag = Arrays.stream(parts).mapToLong(GroupInPair::lag).sum();
    return new GroupDescription(
        topic, name, 1, 0, 0, 0, 0, 0, 0, Optional.empty(), lag, "", List.of(parts));
  }

  @Test
  void topicsAndGroupsHaveRatesOfAllPairsTogether() {
    Sample before =
        Sample.of(
            List.of(topic("orders", at("pair-1", 100), at("pair-2", 50))),
            List.of(group("orders", "billing", of("pair-1", 100, 40), of("pair-2", 50, 0))),
            0);
    Sample now =
        Sample.of(
            List.of(topic("orders", at("pair-1", 300), at("pair-2", 150)), topic("new")),
            List.of(group("orders", "billing", of("pair-1", 300, 200), of("pair-2", 150, 0))),
            10 * SECOND);

    var figures = now.ofSubjects(before);

    assertThat(figures.get(Subject.topic("orders"))).containsExactly(30, 4_500);
    assertThat(figures.get(Subject.group("orders", "billing"))).containsExactly(14, 200);
    assertThat(figures.get(Subject.topic("new"))).containsExactly(Float.NaN, 0);
  }

  @Test
  void aPartThatWasAwayOrWasMadeAgainMakesNoRate() {
    Sample before = Sample.of(List.of(topic("orders", at("pair-1", 100))), List.of(), 0);
    Sample now =
        Sample.of(
            List.of(topic("orders", at("pair-1", 20), at("pair-2", 1_000_000))),
            List.of(),
            10 * SECOND);

    assertThat(now.ofSubjects(before).get(Subject.topic("orders"))).containsExactly(0, 10_000_200);
    assertThat(now.ofSubjects(Sample.NOTHING).get(Subject.topic("orders")))
        .containsExactly(Float.NaN, 10_000_200);
  }
}
