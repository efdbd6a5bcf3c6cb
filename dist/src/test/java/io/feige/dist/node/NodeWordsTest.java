package io.feige.dist.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.NodeRole;
import io.feige.client.NodeVitals;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class NodeWordsTest {
  private static final Instant NOW = Instant.parse("2026-11-23T08:00:00Z");
  private static final NodeVitals.Health WELL = new NodeVitals.Health(true, List.of(), List.of());

  private static NodeVitals node(NodeVitals.Health health, long aheadMillis) {
    Duration ahead = Duration.ofMillis(aheadMillis);
    return new NodeVitals(
        "node-1",
        new NodeVitals.Program("feige 1", "25", NOW.minusSeconds(300).plus(ahead), 4),
        new NodeVitals.Clock(NOW.plus(ahead), ahead, Duration.ofMillis(3)),
        new NodeVitals.Usage(
            5 << 20,
            1 << 30,
            6 << 20,
            2L << 30,
            OptionalLong.of(57),
            OptionalLong.empty(),
            3,
            20_000,
            OptionalLong.of(500),
            OptionalLong.of(4_500)),
        health,
        List.of(
            new NodeVitals.NodeThread("feige-net-0", OptionalInt.of(3), 123),
            new NodeVitals.NodeThread("feige-flush-pair-1", OptionalInt.empty(), 4)),
        List.of(
            new NodeVitals.Replica("pair-1", NodeRole.ACTIVE, 7 << 20, 0, 9L << 30, 64 << 20),
            new NodeVitals.Replica("pair-2", NodeRole.STANDBY, 0, 1 << 20, 8L << 30, 64 << 20)));
  }

  @Test
  void eachNodeIsALineAndItsTroubleStandsLast() {
    NodeVitals.Health bad =
        new NodeVitals.Health(false, List.of("a has died: x"), List.of("b fails: y"));

    assertThat(NodeWords.list(List.of(node(WELL, 2), node(bad, -2_500)), NOW))
        .isEqualTo(
            """
            NODE    STARTED        CLOCK         HEAP     CONNECTIONS  BUSIEST             DISK LEFT  REPLICAS                       STATE
            node-1  5 min 0 s ago  right         5.0 MiB  3            feige-net-0 12.3 %  8.0 GiB    pair-1 active, pair-2 standby  ok
            node-1  5 min 0 s ago  2.5 s behind  5.0 MiB  3            feige-net-0 12.3 %  8.0 GiB    pair-1 active, pair-2 standby  to be started anew: a has died: x; b fails: y\
            """);
    assertThat(NodeWords.list(List.of(), NOW)).isEqualTo("No node has answered.");
  }

  @Test
  void aNodeIsDescribedWithItsThreadsAndDisks() {
    NodeVitals.Health failing = new NodeVitals.Health(true, List.of(), List.of("b fails: y"));

    assertThat(NodeWords.one(node(failing, 2_500), NOW))
        .isEqualTo(
            """
            NODE         node-1
            software     feige 1, Java 25
            started      2026-11-23T07:55:02.500Z, 5 min 0 s ago
            clock        2026-11-23T08:00:02.500Z, 2.5 s ahead (within 3.00 ms)
            processors   4
            heap         5.0 MiB of 1.0 GiB
            buffers      6.0 MiB of 2.0 GiB
            open files   57 of unknown
            connections  3 of 20,000
            confirms     p50 500 us, p99 4.50 ms
            fails        b fails: y
            state        in trouble: b fails: y

            THREAD              BUSY    CONNECTIONS
            feige-net-0         12.3 %  3
            feige-flush-pair-1  0.4 %   -

            PAIR    ROLE     STORED   LIMIT     DISK LEFT  RESERVE
            pair-1  active   7.0 MiB  the disk  9.0 GiB    64.0 MiB
            pair-2  standby  0 B      1.0 MiB   8.0 GiB    64.0 MiB\
            """);
  }
}
