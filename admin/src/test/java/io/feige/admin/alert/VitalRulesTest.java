package io.feige.admin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.history.Look.Disk;
import io.feige.admin.history.Look.OfNode;
import io.feige.client.NodeVitals.Clock;
import io.feige.client.NodeVitals.Health;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VitalRulesTest {
  private static final Instant NOW = Instant.parse("2026-11-23T00:42:00Z");
  private static final Health WELL = new Health(true, List.of(), List.of());
  private static final Clock RIGHT = new Clock(NOW, Duration.ZERO, Duration.ZERO);
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;
  private static final long RESERVE = 64 * MIB;

  @Test
  void aThreadThatHasDiedIsCriticalAndNamedWithItsCause() {
    Health dead = new Health(false, List.of("feige-flush-pair-1 has died: Error: x"), List.of());

    List<Alert> alerts = find(new OfNode("node-1", NOW, dead, RIGHT, List.of()));

    assertThat(AlertIds.of(alerts)).containsExactly("CRITICAL thread-dead node-1");
    assertThat(alerts.getFirst().sentence())
        .startsWith("at node-1 feige-flush-pair-1 has died: Error: x. Nobody does its work");
    assertThat(alerts.getFirst().whatToDo()).startsWith("Restart the node").contains("report it");
  }

  @Test
  void workThatFailsIsAWarningOfItsNodeHoweverMuchItIs() {
    Health failing = new Health(true, List.of(), List.of("upkeep fails: x", "b", "c"));

    List<Alert> alerts = find(new OfNode("node-1", NOW, failing, RIGHT, List.of()));

    assertThat(AlertIds.of(alerts)).containsExactly("WARNING work-failing node-1");
    assertThat(alerts.getFirst().sentence()).isEqualTo("at node-1 upkeep fails: x (and 2 more)");
  }

  @Test
  void aClockThatIsSurelyMoreThanTwoSecondsOffIsAWarning() {
    assertThat(clock(2_000, 0)).isEmpty();
    assertThat(AlertIds.of(clock(2_001, 0))).containsExactly("WARNING clock-skew node-1");
    assertThat(AlertIds.of(clock(-2_001, 0))).containsExactly("WARNING clock-skew node-1");
    assertThat(clock(3_500, 1_500)).as("it may be 2 s").isEmpty();
    assertThat(clock(-3_500, 1_500)).isEmpty();
    assertThat(AlertIds.of(clock(-3_500, 1_499))).containsExactly("WARNING clock-skew node-1");
    assertThat(clock(-63_470, 3).getFirst().sentence())
        .startsWith("the clock of node-1 is 63.4 s behind that of admin-1:");
    assertThat(clock(2_500, 3).getFirst().sentence()).contains("2.5 s ahead of that of admin-1");
  }

  @Test
  void aDiskWithLittleLeftIsAWarning() {
    assertThat(disks(active(3 * GIB, 20 * GIB))).isEmpty();
    assertThat(AlertIds.of(disks(active(GIB, GIB)))).containsExactly("WARNING disk-low node-1");
    // Less than a tenth of what the journal has and could have.
    assertThat(AlertIds.of(disks(active(8 * GIB, 92 * GIB))))
        .containsExactly("WARNING disk-low node-1");
    assertThat(disks(active(12 * GIB, 88 * GIB))).isEmpty();
    assertThat(disks(active(GIB, GIB)).getFirst().sentence())
        .isEqualTo("the disk of node-1 has 1024 MiB left; below 64 MiB publishes are refused");
  }

  @Test
  void aDiskWithoutRoomAboveTheReserveIsCritical() {
    long full = RESERVE + VitalRules.DISK_FULL_BYTES - 1;

    assertThat(AlertIds.of(disks(active(full, GIB)))).containsExactly("CRITICAL disk-full node-1");
    assertThat(AlertIds.of(disks(active(full + 1, GIB))))
        .containsExactly("WARNING disk-low node-1");
    assertThat(disks(active(0, GIB)).getFirst().sentence())
        .isEqualTo("the disk of node-1 has 0 MiB left; publishes are refused, or soon will be");
    assertThat(disks(new Disk("pair-2", false, 0, RESERVE, GIB)).getFirst().sentence())
        .contains("node-1 cannot copy pair-2 any more");
  }

  @Test
  void theDiskOfAStandbyIsLookedAtToo() {
    Disk low = new Disk("pair-2", false, GIB, RESERVE, GIB);

    assertThat(AlertIds.of(disks(active(3 * GIB, 20 * GIB), low)))
        .containsExactly("WARNING disk-low node-1");
    assertThat(disks(low).getFirst().sentence()).contains("cannot copy pair-2");
  }

  @Test
  void aNodeThatServesTwoPairsHasOneDisk() {
    assertThat(AlertIds.of(disks(active(GIB, GIB), active(GIB, GIB))))
        .containsExactly("WARNING disk-low node-1");
  }

  private static Disk active(long free, long stored) {
    return new Disk("pair-1", true, free, RESERVE, stored);
  }

  private static List<Alert> disks(Disk... disks) {
    return find(new OfNode("node-1", NOW, WELL, RIGHT, List.of(disks)));
  }

  private static List<Alert> clock(long aheadMillis, long doubtMillis) {
    Clock clock = new Clock(NOW, Duration.ofMillis(aheadMillis), Duration.ofMillis(doubtMillis));
    return find(new OfNode("node-1", NOW, WELL, clock, List.of()));
  }

  private static List<Alert> find(OfNode node) {
    List<Alert> alerts = new ArrayList<>();
    VitalRules.find(node, "admin-1", alerts);
    return alerts;
  }
}
