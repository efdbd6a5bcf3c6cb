package io.feige.dist.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.dist.admin.ClusterStatus.PairLine;
import io.feige.dist.admin.PairWords;
import io.feige.dist.cli.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreLagWordsTest {
  private static PairLine pair(String id, long bytes, long millis) {
    return new PairLine(
        id, 1, "a", "b", "a", List.of("a", "b"), 0, 900, -1, true, "", "ALL", 2, bytes, millis);
  }

  @Test
  void theBoundWithTheLeadingAdminIsShownWhereAnotherOneTakesOver() {
    PairLine alone = pair("p-1", -1, -1);
    PairLine several =
        new PairLine(
            "p-1", 1, "a", "b", "a", List.of("a", "b"), 0, 900, 5_900, true, "", "ALL", 2, -1, -1);

    assertThat(PairWords.table(List.of(alone))).doesNotContain("with Admin");
    assertThat(PairWords.table(List.of(several))).endsWith("900 ms, with Admin 5900 ms");
  }

  @Test
  void theTableHasAColumnOnlyWhereRowsAreWritten() {
    PairLine without = pair("p-1", -1, -1);

    assertThat(PairWords.table(List.of(without))).doesNotContain("STORE").endsWith("900 ms");
    assertThat(
            PairWords.table(List.of(without, pair("p-2", 0, 0), pair("p-3", 1_572_864, 3_200)))
                .lines())
        .satisfiesExactly(
            headings -> assertThat(headings).endsWith("FAILOVER BOUND  STORE BEHIND"),
            none -> assertThat(none).endsWith("900 ms          -"),
            level -> assertThat(level).endsWith("900 ms          0 B"),
            behind -> assertThat(behind).endsWith("900 ms          1.5 MiB, 3.2 s"));
  }

  @Test
  void aPairIsDescribedWithItsStore() {
    assertThat(PairDescribeCommand.words(pair("p", -1, -1)))
        .contains("store:     no rows are written\n");
    assertThat(PairDescribeCommand.words(pair("p", 0, 0))).contains("store:     0 B behind\n");
    assertThat(PairDescribeCommand.words(pair("p", 1_572_864, 3_200)))
        .contains("store:     1.5 MiB, 3.2 s behind\n");
  }

  @Test
  void jsonHasTheLagAtItsEnd() {
    assertThat(Json.line(pair("p", 7, 8)))
        .endsWith("\"version\":2,\"storeLagBytes\":7,\"storeLagMillis\":8}");
  }
}
