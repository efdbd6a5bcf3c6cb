package io.feige.dist.group;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.json.GroupJson;
import io.feige.client.GroupDescription;
import io.feige.client.GroupHolder;
import io.feige.client.GroupInPair;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class GroupWordsTest {
  private static final Instant SINCE = Instant.parse("2026-11-23T03:20:08.250Z");

  private static GroupDescription group(List<GroupHolder> holders, int more) {
    GroupInPair part =
        new GroupInPair(
            "pair-1", 1002, 0, 10, 7, 0, 0, 1, Optional.of(SINCE), 10, "held", holders, more);
    return new GroupDescription(
        "orders", "billing", 1002, 0, 10, 7, 0, 0, 1, Optional.of(SINCE), 10, "", List.of(part));
  }

  private static GroupDescription described() {
    return group(
        List.of(
            new GroupHolder("billing-1", 31, 4, 2, 1, 1, Optional.of(SINCE), true),
            new GroupHolder("billing-2", 0, 0, 0, 0, 1, Optional.empty(), false)),
        5);
  }

  @Test
  void consumersAreNamedWithWhatTheyHave() {
    assertThat(GroupWords.holders(described()).strip().lines())
        .containsExactly(
            "CONSUMER   PAIR    FETCHED AHEAD  CLAIMED  STARTED  WAITING  SINCE"
                + "                     STATE",
            "billing-1  pair-1  4              2        1        1        2026-11-23T03:20:08.250Z"
                + "  connected",
            "billing-2  pair-1  0              0        0        1        -"
                + "                         gone",
            "and 5 more");
  }

  @Test
  void nothingIsSaidOfConsumersWhereThereAreNone() {
    assertThat(GroupWords.holders(group(List.of(), 0))).isEmpty();
  }

  @Test
  void numberOfTheCursorSaysWhatItIs() {
    assertThat(GroupWords.one(described())).contains("number 1002; a reset begins the next one");
  }

  @Test
  void jsonHasTheConsumersOfEachPair() {
    GroupJson.InPair part = GroupJson.of(described()).pairs().getFirst();

    assertThat(part.moreConsumers()).isEqualTo(5);
    assertThat(part.consumers().getFirst())
        .isEqualTo(new GroupJson.Consumer("billing-1", "1f", 4, 2, 1, 1, SINCE.toString(), true));
    assertThat(part.consumers().getLast().since()).isNull();
  }
}
