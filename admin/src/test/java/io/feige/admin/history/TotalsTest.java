package io.feige.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.GroupDescription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TotalsTest {
  @Test
  void groupsWithMostToDoAreNamedAndAllAreCounted() {
    List<GroupDescription> groups = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      groups.add(group("topic", "group-" + i, i));
    }
    Collections.shuffle(groups, new Random(1));

    Totals totals = Totals.of(List.of(), groups);

    assertThat(totals.groups()).isEqualTo(1_000);
    assertThat(totals.unsettled()).isEqualTo(499_500);
    assertThat(totals.waiting()).hasSize(20);
    assertThat(totals.waiting().getFirst().group()).isEqualTo("group-999");
    assertThat(totals.waiting().getLast().group()).isEqualTo("group-980");
  }

  @Test
  void groupThatHasSettledEverythingDoesNotWait() {
    Totals totals = Totals.of(List.of(), List.of(group("a", "done", 0), group("a", "late", 1)));

    assertThat(totals.groups()).isEqualTo(2);
    assertThat(totals.waiting()).extracting(GroupDescription::group).containsExactly("late");
  }

  private static GroupDescription group(String topic, String name, long lag) {
    return new GroupDescription(
        topic, name, 1, 0, 9_999, 0, 0, 0, 0, Optional.empty(), lag, "", List.of());
  }
}
