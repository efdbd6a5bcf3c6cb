package io.feige.broker.server.pair;

import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.PairSetup;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Routes;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.PairRoute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a node says of a replica: the route to it, its status, and why it does not serve. On the
 * pair's loop.
 */
final class NodeAnswers {
  private static final int RETRY_MILLIS = 1_000;

  /** Whoever is sent away by a replica that is not active had better ask Admin than this one. */
  private static final int ELSEWHERE_MILLIS = 50;

  private final PairSetup setup;
  private final ReplicaMachine replica;
  private final ReplicaWorld world;
  private final long startedAtMillis = System.currentTimeMillis();
  private @Nullable HostPort address;

  NodeAnswers(PairSetup setup, ReplicaMachine replica, ReplicaWorld world) {
    this.setup = setup;
    this.replica = replica;
    this.world = world;
  }

  void serveAt(HostPort advertised) {
    address = advertised;
  }

  /** The route to this replica, if it is the active one. */
  Answer route() {
    HostPort at = address;
    if (at == null) {
      return notServing("");
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

  /**
   * The node's status.
   *
   * @param connections that are open
   */
  Answer status(int connections) {
    Room room = world.room();
    return new NodeStatus(
        setup.nodeId(),
        software(),
        startedAtMillis,
        replica.epoch(),
        replica.role(),
        world.start(),
        world.end(),
        replica.commit(),
        world.machine().state().partitions().size(),
        world.machine().state().groupCount(),
        connections,
        room.freeBytes(),
        room.noRoomBecause().isEmpty(),
        room.noRoomBecause());
  }

  private static String software() {
    String version = PairLoop.class.getPackage().getImplementationVersion();
    return "feige " + (version == null ? "(source tree)" : version);
  }

  /** For a replica that failed, or stops; nothing was done. */
  Refusal notServing(String failure) {
    return failure.isEmpty()
        ? new Refusal(ErrorCode.SHUTTING_DOWN, "the node is starting or stopping", "", RETRY_MILLIS)
        : new Refusal(ErrorCode.FENCED, "the node stopped serving: " + failure, "", RETRY_MILLIS);
  }

  /** For a replica that is not the active one; nothing was done. */
  Refusal notActive() {
    String active = replica.activeNode();
    String words =
        active.isEmpty() || active.equals(setup.nodeId())
            ? "it is not known here which node is active"
            : "node " + active + " is active";
    return new Refusal(
        ErrorCode.NOT_ACTIVE,
        setup.nodeId() + " does not serve " + setup.pair() + ": " + words,
        "",
        ELSEWHERE_MILLIS);
  }

  /** For a publish that this active does not take; nothing was stored. */
  Refusal publishElsewhere(long nowNanos) {
    return switch (replica.publishing()) {
      case TAKEN, NOT_BY_BACKUP ->
          refuse(
              ErrorCode.PUBLISH_ELSEWHERE,
              "the backup of "
                  + setup.pair()
                  + " is active, and it takes no publishes (backup.serves)");
      case NOT_WITHOUT_DISK ->
          refuse(
              ErrorCode.DISK_STALLED,
              stalled() + ": a byte has waited " + replica.stallMillis(nowNanos) + " ms");
      case NOT_ALONE -> refuse(ErrorCode.TOO_FEW_COPIES, tooFew());
    };
  }

  private static Refusal refuse(ErrorCode code, String words) {
    return new Refusal(code, words + "; nothing was stored", "", RETRY_MILLIS);
  }

  /** Why the replica takes no publishes, or cannot be relied on to; empty: nothing is wrong. */
  String takesNoneBecause() {
    return switch (replica.publishing()) {
      case NOT_ALONE -> tooFew();
      case TAKEN, NOT_BY_BACKUP, NOT_WITHOUT_DISK -> replica.isStalled() ? stalled() : "";
    };
  }

  private String stalled() {
    return "the disk of " + setup.nodeId() + " does not answer an fsync of " + setup.pair();
  }

  private String tooFew() {
    return setup.nodeId() + " alone has all of " + setup.pair() + ", and pair.minCopies is 2";
  }

  /** For a request that was under way when the replica stopped serving. */
  Refusal unknown(String failure) {
    return Refusal.of(
        ErrorCode.OUTCOME_UNKNOWN,
        "the node stopped serving before this was safe; it may be stored or not: " + failure);
  }
}
