package io.feige.broker.server.pair;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.PairSetup;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Routes;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.PairRoute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a standalone node says of itself: the route to its one pair, and its status. On the pair's
 * loop.
 */
final class NodeAnswers {
  private static final int RETRY_MILLIS = 1_000;

  private final PairSetup setup;
  private final Journal journal;
  private final PartitionMachine machine;
  private final long startedAtMillis = System.currentTimeMillis();
  private @Nullable HostPort address;

  NodeAnswers(PairSetup setup, Journal journal, PartitionMachine machine) {
    this.setup = setup;
    this.journal = journal;
    this.machine = machine;
  }

  void serveAt(HostPort advertised) {
    address = advertised;
  }

  Answer route() {
    HostPort at = address;
    if (at == null) {
      return notServing("");
    }
    long epoch = machine.state().epoch();
    PairRoute route =
        new PairRoute(PairSetup.STANDALONE_PAIR, epoch, setup.nodeId(), at.host(), at.port(), true);
    return new Routes(epoch, List.of(route));
  }

  /**
   * The node's status.
   *
   * @param connections that are open
   */
  Answer status(Room room, int connections) {
    return new NodeStatus(
        setup.nodeId(),
        software(),
        startedAtMillis,
        machine.state().epoch(),
        NodeRole.ACTIVE,
        journal.start(),
        journal.end(),
        journal.durable(),
        machine.state().partitions().size(),
        machine.state().groupCount(),
        connections,
        room.freeBytes(),
        room.noRoomBecause().isEmpty(),
        room.noRoomBecause());
  }

  private static String software() {
    String version = PairLoop.class.getPackage().getImplementationVersion();
    return "feige " + (version == null ? "(source tree)" : version);
  }

  /** For a replica that does not serve; nothing was done. */
  Refusal notServing(String failure) {
    return failure.isEmpty()
        ? new Refusal(ErrorCode.SHUTTING_DOWN, "the node is starting or stopping", "", RETRY_MILLIS)
        : new Refusal(ErrorCode.FENCED, "the node stopped serving: " + failure, "", RETRY_MILLIS);
  }

  /** For a request that was under way when the replica stopped serving. */
  Refusal unknown(String failure) {
    return Refusal.of(
        ErrorCode.OUTCOME_UNKNOWN,
        "the node stopped serving before this was safe; it may be stored or not: " + failure);
  }
}
