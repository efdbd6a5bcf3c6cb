package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.boot.AdminSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.AnsweringNode;
import io.feige.admin.kit.HttpCaller;
import io.feige.admin.kit.ScriptedNode;
import io.feige.config.SecurityConfig;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.model.NodeHealth;
import io.feige.protocol.model.NodeProcess;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.NodeUsage;
import io.feige.protocol.model.ReplicaDisk;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What nodes say of themselves, in the answers of Admin, in its alerts and in its metrics. */
final class NodeVitalsIT {
  private static final String TOKEN = "a token of many letters";
  private static final long AHEAD_MILLIS = 3_600_000;
  private static final long GIB = 1L << 30;

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  private static NodeVitals vitals(NodeHealth health, long freeBytes) {
    long now = System.currentTimeMillis() + AHEAD_MILLIS;
    return new NodeVitals(
        "node-2",
        new NodeProcess("feige 1", "25", now - 1_000, now, 4),
        new NodeUsage(1, 2, 3, 4, 5, 6, 7, 8, 900, 4_500),
        health,
        List.of(),
        List.of(new ReplicaDisk("pair-1", NodeRole.STANDBY, GIB, 0, freeBytes, 64 << 20)));
  }

  /** Nobody serves the pair, so what is told of groups cannot be had. */
  @Test
  void whatIsWrongWithANodeIsAnAlertAlsoWhereItServesNothing() throws Exception {
    NodeHealth bad =
        new NodeHealth(false, List.of("feige-flush-pair-1 has died: x"), List.of("b fails: y"));
    AdminSettings plain = Admins.settings("admin-1", dir, "", List.of(Admins.PAIR));
    AdminServer admin = AdminServer.start(Admins.with(plain, SecurityConfig.ofToken(TOKEN)));
    opened.push(admin);
    HttpCaller caller = new HttpCaller(admin.httpPort(), TOKEN);
    opened.push(caller);
    AnsweringNode answers = AnsweringNode.start(() -> vitals(bad, GIB));
    opened.push(answers);
    opened.push(ScriptedNode.start(List.of(admin.clientPort()), "node-2", answers.port()));

    await()
        .untilAsserted(() ->
            assertThat(alerts(caller))
                .contains(
                    "CRITICAL thread-dead node-2",
                    "WARNING work-failing node-2",
                    "WARNING clock-skew node-2",
                    "WARNING disk-low node-2"));

    JsonNode node = caller.get("/api/v1/nodes/node-2").json();
    assertThat(node.get("deadThreads").get(0).stringValue())
        .isEqualTo("feige-flush-pair-1 has died: x");
    assertThat(node.get("clockAheadMillis").longValue())
        .isBetween(AHEAD_MILLIS - 5_000, AHEAD_MILLIS + 5_000);
    assertThat(caller.get("/api/v1/nodes").json().get("nodes").get(0).get("id").stringValue())
        .isEqualTo("node-2");
    assertThat(caller.get("/metrics").text())
        .containsPattern("feige_node_clock_ahead_millis\\{node=\"node-2\"} 3[56]\\d{5}\\.");
  }

  private static Set<String> alerts(HttpCaller caller) throws Exception {
    return caller
        .get("/api/v1/alerts")
        .json()
        .get("alerts")
        .valueStream()
        .map(alert ->
            alert.get("severity").stringValue()
                + " "
                + alert.get("rule").stringValue()
                + " "
                + alert.get("of").stringValue())
        .collect(Collectors.toSet());
  }
}
