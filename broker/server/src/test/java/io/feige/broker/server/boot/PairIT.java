package io.feige.broker.server.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.net.RawClient;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.DiskHolderKind;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.TopicSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two whole nodes that hold a pair, over their sockets. */
final class PairIT {
  @TempDir private Path dir = Path.of("");

  @Test
  void whatTheActiveConfirmedIsServedByTheOtherNodeAfterASwitch() throws IOException {
    try (SmallAdmin admin = new SmallAdmin(SmallAdmin.pair("pair-1", "node-1", "node-2"));
        Node first = Node.start(config(admin, "node-1"));
        Node second = Node.start(config(admin, "node-2"))) {
      TwoNodes.awaitInSync(admin);
      assertThat(admin.state("pair-1").active()).isEqualTo("node-1");
      try (RawClient client = RawClient.shaken(first.port())) {
        client.send(1, new CreateTopic(TopicSpec.named("orders"), false));
        assertThat(client.receive().answer()).isInstanceOf(TopicCreated.class);
        client.send(2, Requests.publish("hello"));
        assertThat(client.receive().answer()).isInstanceOf(Published.class);
      }
      try (RawClient standby = RawClient.shaken(second.port())) {
        standby.send(3, Requests.pull(0));
        Refusal refusal = standby.receiveRefusal();
        assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_ACTIVE);
        assertThat(refusal.hint()).isEqualTo("127.0.0.1:" + first.port());
      }

      await().until(() -> admin.isSwitchedTo("pair-1", "node-2"));

      try (RawClient client = RawClient.shaken(second.port())) {
        TwoNodes.awaitActive(client);
        client.send(4, Requests.pull(30_000));
        Pulled pulled = (Pulled) client.receive().answer();
        assertThat(pulled.deliveries()).hasSize(1);
        client.send(5, Requests.publish("hello"));
        assertThat(((Published) client.receive().answer()).duplicate()).isTrue();
      }
      TwoNodes.awaitInSync(admin);
    }
  }

  @Test
  void theStandbyTakesOverWhenTheActiveIsGone() throws IOException {
    try (SmallAdmin admin = new SmallAdmin(SmallAdmin.pair("pair-1", "node-1", "node-2"));
        Node second = Node.start(config(admin, "node-2"))) {
      try (Node first = Node.start(config(admin, "node-1"));
          RawClient client = TwoNodes.connected(first, admin)) {
        client.send(2, Requests.publish("hello"));
        assertThat(client.receive().answer()).isInstanceOf(Published.class);
      }
      await().until(() -> admin.state("pair-1").active().equals("node-2"));
      try (RawClient client = RawClient.shaken(second.port())) {
        TwoNodes.awaitActive(client);
        client.send(4, Requests.pull(30_000));
        assertThat(((Pulled) client.receive().answer()).deliveries()).hasSize(1);
        client.send(5, Requests.publish("hello"));
        assertThat(((Published) client.receive().answer()).duplicate()).isTrue();
      }
      try (Node again = Node.start(config(admin, "node-1"))) {
        TwoNodes.awaitInSync(admin);
        assertThat(admin.state("pair-1").active()).isEqualTo("node-2");
        assertThat(again.health().alive()).isTrue();
      }
    }
  }

  @Test
  void aStandbyThatStopsWhileItIsSentCopiesLeavesAJournalThatItCanOpen() throws Exception {
    try (SmallAdmin admin = new SmallAdmin(SmallAdmin.pair("pair-1", "node-1", "node-2"));
        Node first = Node.start(config(admin, "node-1"))) {
      Node standby = Node.start(config(admin, "node-2"));
      RawClient client = TwoNodes.connected(first, admin);
      AtomicBoolean isOver = new AtomicBoolean();
      Thread publisher = Thread.ofPlatform().start(() -> publish(client, isOver));
      for (int i = 0; i < 6; i++) {
        standby.close();

        assertThat(standby.health().alive()).as(standby.health().toString()).isTrue();
        standby = Node.start(config(admin, "node-2"));
        TwoNodes.awaitInSync(admin);
      }
      isOver.set(true);
      publisher.join();
      standby.close();
    }
  }

  /** Publishes ten messages at a time, and ends the client in the end. */
  private static void publish(RawClient client, AtomicBoolean isOver) {
    String body = "x".repeat(30_000);
    try (client) {
      for (int i = 0; !isOver.get(); i += 10) {
        for (int j = i; j < i + 10; j++) {
          client.send(j + 2, Requests.publish(body, j));
        }
        for (int j = i; j < i + 10; j++) {
          client.receive();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aLocalPublishIsAnsweredBeforeTheStandbyHasIt() throws IOException {
    try (HoldableRelay to1 = new HoldableRelay();
        HoldableRelay to2 = new HoldableRelay();
        SmallAdmin admin = new SmallAdmin(SmallAdmin.pair("pair-1", "node-1", "node-2"));
        Node first = Node.start(config(admin, "node-1", through(to1)));
        Node second = Node.start(config(admin, "node-2", through(to2)));
        HoldableRelay _ = to1.leadTo(first.linkPort());
        HoldableRelay _ = to2.leadTo(second.linkPort());
        RawClient client = TwoNodes.connected(first, admin)) {
      to1.hold();
      to2.hold();
      client.send(2, Requests.publish("both", 0));
      client.send(3, Requests.publish("one", 1, Durability.LOCAL));

      RawClient.Received local = client.receive();
      assertThat(local.header().correlationId()).isEqualTo(3);
      assertThat(((Published) local.answer()).durability()).isEqualTo(Durability.LOCAL);
      DiskUse use = disk(client);
      assertThat(use.role()).isEqualTo(NodeRole.ACTIVE);
      assertThat(use.holders())
          .filteredOn(holder -> holder.kind() == DiskHolderKind.STANDBY)
          .singleElement()
          .satisfies(standby -> {
            assertThat(standby.name()).isEqualTo("node-2");
            assertThat(standby.position() + standby.bytes()).isEqualTo(use.journalEnd());
            assertThat(standby.sinceMillis()).isPositive();
          });

      to1.letGo();
      to2.letGo();
      RawClient.Received replicated = client.receive();
      assertThat(replicated.header().correlationId()).isEqualTo(2);
      assertThat(replicated.answer()).isInstanceOf(Published.class);
    }
  }

  /**
   * Settings of a node that is reached through a relay. While it is held, the promise must not
   * lapse: an active without one answers nobody.
   */
  private static Map<String, String> through(HoldableRelay relay) {
    return Map.of(
        "cluster.link", "127.0.0.1:0 as 127.0.0.1:" + relay.port(), "cluster.lease", "10s");
  }

  @Test
  void aStandbySaysWhoHoldsItsOwnJournal() throws IOException {
    try (SmallAdmin admin = new SmallAdmin(SmallAdmin.pair("pair-1", "node-1", "node-2"));
        Node first = Node.start(config(admin, "node-1"));
        Node second = Node.start(config(admin, "node-2"));
        RawClient client = TwoNodes.connected(first, admin);
        RawClient standby = RawClient.shaken(second.port())) {
      client.send(2, Requests.publish("hello"));
      assertThat(client.receive().answer()).isInstanceOf(Published.class);

      await()
          .untilAsserted(() ->
              assertThat(disk(standby).holders())
                  .anySatisfy(holder -> {
                    assertThat(holder.kind()).isEqualTo(DiskHolderKind.TOPIC);
                    assertThat(holder.topic()).isEqualTo("orders");
                    assertThat(holder.bytes()).isPositive();
                  }));
      assertThat(disk(standby).role()).isEqualTo(NodeRole.STANDBY);
      assertThat(disk(standby).nodeId()).isEqualTo("node-2");
      standby.send(1_000_001, new GetVitals());
      NodeVitals vitals = (NodeVitals) standby.receive().answer();
      assertThat(vitals.nodeId()).isEqualTo("node-2");
      assertThat(vitals.replicas())
          .singleElement()
          .satisfies(replica -> {
            assertThat(replica.pair()).isEqualTo("pair-1");
            assertThat(replica.role()).isEqualTo(NodeRole.STANDBY);
            assertThat(replica.storedBytes()).isPositive();
            assertThat(replica.diskFreeBytes()).isPositive();
            assertThat(replica.reserveBytes()).isPositive();
          });
    }
  }

  private static DiskUse disk(RawClient client) throws IOException {
    client.send(1_000_000, new GetDisk(100));
    return (DiskUse) client.receive().answer();
  }

  @Test
  void aPairThatTheNodeHasNoReplicaOfIsRefused() throws IOException {
    try (SmallAdmin admin = new SmallAdmin(SmallAdmin.pair("pair-1", "node-1", "node-2"));
        Node node = Node.start(config(admin, "node-1"));
        RawClient client = RawClient.connect(node.port())) {
      client.send(1, RawClient.hello("pair-9"));
      Refusal refusal = client.receiveRefusal();
      assertThat(refusal.code()).isEqualTo(ErrorCode.NO_SUCH_PAIR);
    }
  }

  private NodeConfig config(SmallAdmin admin, String node) {
    return config(admin, node, Map.of());
  }

  private NodeConfig config(SmallAdmin admin, String node, Map<String, String> more) {
    return TwoNodes.config(dir, admin, node, more);
  }
}
