package io.feige.broker.server.pair;

import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.Software;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Routes;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.PairRoute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a node says of a replica: the route to it, and its status. On the pair's loop. */
final class NodeAnswers {
  private static final int RETRY_MILLIS = 1_000;

  private final PairSetup setup;
  private final ReplicaMachine replica;
  private final ReplicaWorld world;
  private final NodeWatch watch;
  private final WhoHolds whoHolds;
  private final long startedAtMillis = System.currentTimeMillis();
  private @Nullable HostPort address;

  NodeAnswers(PairSetup setup, ReplicaMachine replica, ReplicaWorld world, NodeWatch watch) {
    this.setup = setup;
    this.replica = replica;
    this.world = world;
    this.watch = watch;
    this.whoHolds = new WhoHolds(setup, replica, world, watch);
  }

  void serveAt(HostPort advertised) {
    address = advertised;
  }

  /** The route to this replica, if it is the active one. */
  Answer route() {
    HostPort at = address;
    if (at == null) {
      return new Refusal(ErrorCode.SHUTTING_DOWN, "the node is starting", "", RETRY_MILLIS);
    }
    long epoch = replica.epoch();
    if (!replica.activeNode().equals(setup.nodeId())) {
      return new Routes(epoch, List.of());
    }
    PairRoute route =
        new PairRoute(
            setup.pair(), epoch, setup.nodeId(), at.host(), at.port(), replica.mayPublish());
    return new Routes(epoch, List.of(route));
  }

  /** Who holds how much of the journal. */
  WhoHolds whoHolds() {
    return whoHolds;
  }

  /** The node's status. */
  Answer status() {
    Room room = watch.room();
    return new NodeStatus(
        setup.nodeId(),
        Software.name(),
        startedAtMillis,
        replica.epoch(),
        replica.role(),
        world.store().start(),
        world.store().end(),
        replica.commit(),
        world.machine().state().partitions().size(),
        world.machine().state().groupCount(),
        setup.metrics().connections(),
        room.freeBytes(),
        room.noRoomBecause().isEmpty(),
        room.noRoomBecause());
  }
}
