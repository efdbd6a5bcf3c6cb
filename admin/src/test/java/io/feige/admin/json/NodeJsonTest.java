package io.feige.admin.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.NodeRole;
import io.feige.client.NodeVitals;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** The fields of a node are those of {@code openapi.yaml}. */
final class NodeJsonTest {
  @Test
  void aNodeIsToldWithAllThatIsKnownOfIt() {
    NodeVitals node =
        new NodeVitals(
            "node-1",
            new NodeVitals.Program("feige 1", "25", Instant.parse("2026-11-23T00:42:00Z"), 4),
            new NodeVitals.Clock(
                Instant.parse("2026-11-24T00:42:00.123Z"),
                Duration.ofMillis(-1_234),
                Duration.ofMillis(3)),
            new NodeVitals.Usage(
                1,
                2,
                3,
                4,
                OptionalLong.of(57),
                OptionalLong.empty(),
                6,
                10_000,
                OptionalLong.of(500),
                OptionalLong.empty()),
            new NodeVitals.Health(false, List.of("a has died: x"), List.of("b fails: y")),
            List.of(
                new NodeVitals.NodeThread("net", OptionalInt.of(6), 999),
                new NodeVitals.NodeThread("flush", OptionalInt.empty(), 0)),
            List.of(new NodeVitals.Replica("pair-1", NodeRole.STANDBY, 11, 12, 13, 14)));

    assertThat(Json.oneLine(Json.of(NodeJson.of(node))))
        .isEqualTo(
            """
            {"id":"node-1","software":"feige 1","java":"25","startedAt":"2026-11-23T00:42:00Z",\
            "clock":"2026-11-24T00:42:00.123Z","clockAheadMillis":-1234,"processors":4,\
            "heapBytes":1,"heapMaxBytes":2,"directBytes":3,"directMaxBytes":4,\
            "openFiles":57,"maxOpenFiles":-1,"connections":6,"maxConnections":10000,\
            "confirmP50Micros":500,"confirmP99Micros":-1,\
            "alive":false,"deadThreads":["a has died: x"],"failing":["b fails: y"],\
            "threads":[{"name":"net","connections":6,"busyPermille":999},\
            {"name":"flush","connections":null,"busyPermille":0}],\
            "replicas":[{"pair":"pair-1","role":"STANDBY","storedBytes":11,"limitBytes":12,\
            "freeBytes":13,"reserveBytes":14}]}\
            """);
  }
}
