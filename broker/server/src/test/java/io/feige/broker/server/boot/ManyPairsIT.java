package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.net.RawClient;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.model.ThreadUse;
import io.feige.protocol.model.TopicSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two whole nodes that hold four pairs on two loops. */
final class ManyPairsIT {
  private static final List<String> PAIRS = List.of("pair-1", "pair-2", "pair-3", "pair-4");

  @TempDir private Path dir = Path.of("");

  @Test
  void pairsAndTheirClientsAreSpreadOverLoopsAndFailOver() throws IOException {
    try (SmallAdmin admin =
            new SmallAdmin(
                SmallAdmin.pair("pair-1", "node-1", "node-2"),
                SmallAdmin.pair("pair-2", "node-2", "node-1"),
                SmallAdmin.pair("pair-3", "node-1", "node-2"),
                SmallAdmin.pair("pair-4", "node-2", "node-1"));
        Node second = Node.start(config(admin, "node-2"))) {
      try (Node first = Node.start(config(admin, "node-1"))) {
        awaitInSync(admin);
        List<RawClient> clients = new ArrayList<>();
        for (String pair : PAIRS) {
          Node active = admin.state(pair).active().equals("node-1") ? first : second;
          RawClient client = client(active, pair);
          clients.add(client);
          client.send(1, new CreateTopic(TopicSpec.named("orders"), false));
          assertThat(client.receive().answer()).isInstanceOf(TopicCreated.class);
          client.send(2, Requests.publish("of " + pair));
          assertThat(client.receive().answer()).isInstanceOf(Published.class);
        }
        // Each node serves two pairs, each on a loop of its own, with its client.
        for (RawClient client : clients) {
          assertThat(connections(client)).isEqualTo(Map.of("feige-pair-0", 1, "feige-pair-1", 1));
        }
        await().until(() -> admin.isSwitchedTo("pair-1", "node-2"));
        awaitInSync(admin);
        for (RawClient client : clients) {
          client.close();
        }
      }
      await().until(() -> PAIRS.stream().allMatch(pair -> isActive(admin, pair, "node-2")));
      for (String pair : PAIRS) {
        try (RawClient client = client(second, pair)) {
          TwoNodes.awaitActive(client);
          client.send(3, Requests.pull(30_000));
          assertThat(((Pulled) client.receive().answer()).deliveries()).hasSize(1);
        }
      }
      try (Node again = Node.start(config(admin, "node-1"))) {
        awaitInSync(admin);
        assertThat(again.health().alive()).isTrue();
      }
    }
  }

  private NodeConfig config(SmallAdmin admin, String node) {
    return TwoNodes.config(dir, admin, node, Map.of("net.pairThreads", "2"));
  }

  private static boolean isActive(SmallAdmin admin, String pair, String node) {
    return admin.state(pair).active().equals(node);
  }

  private static void awaitInSync(SmallAdmin admin) {
    await()
        .until(() ->
            PAIRS.stream().map(admin::state).map(PairState::inSync).allMatch(in -> in.size() == 2));
  }

  private static RawClient client(Node node, String pair) throws IOException {
    RawClient client = RawClient.connect(node.port());
    client.send(1, RawClient.hello(pair));
    assertThat(client.receive().answer()).isInstanceOf(Welcome.class);
    return client;
  }

  /** Connections of the client's node by loop, its own with them. */
  private static Map<String, Integer> connections(RawClient client) throws IOException {
    client.send(3, new GetVitals());
    NodeVitals vitals = (NodeVitals) client.receive().answer();
    return vitals.threads().stream()
        .filter(use -> use.name().matches("feige-pair-[01]"))
        // The other node of this process has threads of the same names.
        .collect(Collectors.toMap(ThreadUse::name, ThreadUse::connections, Math::max));
  }
}
