package io.feige.admin.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.history.Look.Backlog;
import io.feige.admin.history.Look.Disk;
import io.feige.client.DiskUse;
import io.feige.client.GroupDescription;
import io.feige.client.GroupInPair;
import io.feige.client.NodeRole;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LookTest {
  private static final Instant NOW = Instant.parse("2026-11-23T00:42:00Z");
  private static final Instant OLD = Instant.parse("2026-11-20T08:00:00Z");

  @Test
  void onlyWhatIsNotSettledIsABacklogAndItIsThatOfItsPair() {
    Look look =
        Look.of(
            NOW,
            List.of(group(part("pair-1", Optional.empty()), part("pair-2", Optional.of(OLD)))),
            List.of());
    assertThat(look)
        .isEqualTo(
            new Look(NOW, List.of(new Backlog("pair-2", "orders", "billing", OLD)), List.of()));
  }

  @Test
  void aDiskIsThatOfTheNodeThatHasIt() {
    DiskUse use =
        new DiskUse(
            "pair-1",
            "node-2",
            NodeRole.ACTIVE,
            100,
            1_100,
            500,
            0,
            4_000,
            64,
            true,
            Optional.empty(),
            List.of(),
            0);
    assertThat(Look.of(NOW, List.of(), List.of(use)).disks())
        .containsExactly(new Disk("node-2", 4_000, 64, 1_000));
  }

  private static GroupDescription group(GroupInPair... parts) {
    return new GroupDescription(
        "orders", "billing", 1, 0, 9, 0, 0, 0, 0, Optional.of(OLD), 5, "", List.of(parts));
  }

  private static GroupInPair part(String pair, Optional<Instant> oldest) {
    return new GroupInPair(pair, 1, 0, 9, 0, 0, 0, 0, oldest, 5, "", List.of(), 0);
  }
}
