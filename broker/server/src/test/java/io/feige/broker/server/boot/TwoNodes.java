package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.net.RawClient;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.TopicSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What tests of two nodes that hold pair-1 have in common. */
final class TwoNodes {
  /** What a busy machine does is taken neither for a silent node nor for a disk that hangs. */
  static final Map<String, String> PATIENT =
      Map.of(
          "cluster.timeout", "10m",
          "cluster.maxLagFor", "0s",
          "journal.fsyncTimeout", "10m",
          "limits.idleTimeout", "1h");

  private TwoNodes() {}

  /** How one of them is set up, with more settings than it needs. */
  static NodeConfig config(Path dir, SmallAdmin admin, String node, Map<String, String> more) {
    Map<String, String> flags =
        new HashMap<>(
            Map.of(
                "node.id",
                node,
                "node.dir",
                dir.resolve(node).toString(),
                "listen.port",
                "0",
                "http.port",
                "off",
                "journal.segmentBytes",
                "16MiB",
                "cluster.admins",
                admin.address(),
                "cluster.secret",
                "a secret of sixteen and more"));
    flags.putAll(PATIENT);
    flags.putAll(more);
    return NodeSettings.load(Optional.empty(), Map.of(), flags).config();
  }

  static void awaitInSync(SmallAdmin admin) {
    await().until(() -> admin.state("pair-1").inSync().size() == 2);
  }

  /** Admin knows it sooner than the node itself. */
  static void awaitActive(RawClient client) {
    await()
        .until(() -> {
          client.send(1_000_000, new GetStatus());
          return ((NodeStatus) client.receive().answer()).role() == NodeRole.ACTIVE;
        });
  }

  /** A client of the active, once both are in sync; there is a topic "orders". */
  static RawClient connected(Node node, SmallAdmin admin) throws IOException {
    awaitInSync(admin);
    RawClient client = RawClient.shaken(node.port());
    client.send(1, new CreateTopic(TopicSpec.named("orders"), false));
    assertThat(client.receive().answer()).isInstanceOf(TopicCreated.class);
    return client;
  }
}
