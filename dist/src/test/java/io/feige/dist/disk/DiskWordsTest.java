package io.feige.dist.disk;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.DiskHolder;
import io.feige.client.DiskUse;
import io.feige.client.NodeRole;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiskWordsTest {
  private static final Instant NOW = Instant.parse("2026-11-23T08:00:00Z");

  private static DiskUse use(
      boolean carriesForward, Optional<Instant> lookedAt, List<DiskHolder> holders, int more) {
    return new DiskUse(
        "pair-1",
        "node-1",
        NodeRole.ACTIVE,
        1_000,
        1_000 + (3L << 30),
        5 << 20,
        carriesForward ? 1L << 30 : 0,
        200L << 20,
        64 << 20,
        carriesForward,
        lookedAt,
        holders,
        more);
  }

  private static DiskHolder holder(DiskHolder.Kind kind, String topic, String name, int days) {
    Optional<Instant> since =
        days < 0 ? Optional.empty() : Optional.of(NOW.minus(Duration.ofDays(days)));
    return new DiskHolder(kind, topic, name, 5 << 20, 3L << 30, 1_000, since);
  }

  @Test
  void aPersonReadsWhoHoldsHowMuchAndSinceWhen() {
    List<DiskHolder> holders =
        List.of(
            holder(DiskHolder.Kind.GROUP, "orders", "billing", 3),
            holder(DiskHolder.Kind.TOPIC, "audit", "", 2),
            holder(DiskHolder.Kind.STANDBY, "", "node-2", 0),
            holder(DiskHolder.Kind.SNAPSHOT, "", "", -1));

    String text = DiskWords.of(use(false, Optional.of(NOW.minusSeconds(5)), holders, 7), NOW);

    assertThat(text)
        .isEqualTo(
            """
            pair-1 at node-1 (active): 3.0 GiB stored, about 5.0 MiB needed; 200.0 MiB of the disk free, 64.0 MiB reserved.
            Nothing is carried forward: whoever needs an old message keeps all that came after it. Looked through 5.0 s ago.

            KIND       NAME            HOLDS    NEEDS    FROM  SINCE
            group      orders/billing  3.0 GiB  5.0 MiB  1000  3 d 0 h ago
            topic      audit           3.0 GiB  5.0 MiB  1000  2 d 0 h ago
            standby    node-2          3.0 GiB  5.0 MiB  1000  just now
            snapshots  -               3.0 GiB  5.0 MiB  1000  -
            and 7 more; --limit shows more\
            """);
  }

  @Test
  void whereWhatIsNeededIsCarriedTheLimitIsSaid() {
    assertThat(DiskWords.of(use(true, Optional.of(NOW), List.of(), 0), NOW))
        .contains(
            "carried forward where the journal is larger than 1.0 GiB. Looked through just now.")
        .endsWith("Nobody holds anything.");
  }

  @Test
  void beforeTheFirstLookIsOverItIsSaidWhatIsMissing() {
    assertThat(DiskWords.of(use(false, Optional.empty(), List.of(), 0), NOW))
        .contains("was not looked through yet: topics, groups and delayed messages are missing.");
  }
}
