package io.feige.broker.sim.cluster.node;

import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.cluster.wire.ClientDoor;
import io.feige.broker.sim.cluster.wire.LinkEnd;
import io.feige.broker.sim.cluster.wire.Place;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.pairnet.Side;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairOrder;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.link.LinkMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One process of a node: its replicas, and its connection to Admin. */
final class NodeProcess {
  private static final int PORT = 1;

  private final WatchedMember self;
  private final ClusterSetup setup;
  private final World world;
  private final Proc proc;
  private final TreeMap<String, SimReplica> replicas = new TreeMap<>();
  private final AdminLink admin;
  private final long id;
  private long lastSession;
  private boolean isLeaving;
  private boolean isLoopLost;

  /**
   * A process with all its journals open.
   *
   * @param failed told when a journal has failed
   * @throws JournalException if a journal cannot be used
   */
  NodeProcess(
      WatchedMember self,
      ClusterSetup setup,
      Place place,
      Map<String, PairDisk> disks,
      Map<String, PairChecker> checkers,
      Runnable failed) {
    this.self = self;
    this.setup = setup;
    this.world = place.world();
    this.proc = place.proc();
    this.id = world.chance().id();
    this.admin = new AdminLink(world, proc, setup.admins(), this::obey, this::report);
    SimReplica.Back back =
        new SimReplica.Back() {
          @Override
          public void report() {
            admin.reportNow();
          }

          @Override
          public void failed() {
            failed.run();
          }
        };
    disks.forEach((pair, disk) -> {
      PairChecker checker = checkers.get(pair);
      if (checker == null) {
        throw new IllegalArgumentException("nobody watches " + pair);
      }
      replicas.put(
          pair,
          new SimReplica(
              pair,
              self,
              setup,
              new Place(world.split(), proc),
              new PairKept(disk, checker),
              back));
    });
  }

  Member self() {
    return self.member();
  }

  Proc proc() {
    return proc;
  }

  Map<String, SimReplica> replicas() {
    return replicas;
  }

  /** Whether it cannot go on without being started anew. */
  boolean hasFailed() {
    return isLoopLost || replicas.values().stream().anyMatch(SimReplica::hasFailed);
  }

  boolean hasLostLoop() {
    return isLoopLost;
  }

  boolean hasDiskFailed() {
    return replicas.values().stream().anyMatch(SimReplica::hasDiskFailed);
  }

  /**
   * The thread dies that everything runs on: nothing is taken and nothing said any more. A node
   * that does not notice goes on reporting.
   */
  void loseLoop() {
    isLoopLost = true;
    if (setup.breakage() == Breakage.DEATH_UNNOTICED) {
      replicas.values().forEach(SimReplica::deafen);
    } else {
      proc.stop();
    }
  }

  void start() {
    world.net().listen(LinkEnd.address(self().node()), proc, Entrance::new);
    world
        .net()
        .listen(
            ClientDoor.address(self().node()),
            proc,
            side -> new ClientEntrance(++lastSession, side, replicas::get));
    admin.start();
  }

  /** It wants to stop, and says so. */
  void leave() {
    isLeaving = true;
    admin.reportNow();
  }

  private void obey(Beat beat) {
    for (PairOrder order : beat.pairs()) {
      SimReplica replica = replicas.get(order.state().pair());
      if (replica != null) {
        replica.learn(order);
      }
    }
  }

  private NodeReport report() {
    List<ReplicaReport> reports = new ArrayList<>();
    replicas.values().forEach(replica -> reports.add(replica.report()));
    return new NodeReport(
            self(),
            id,
            self().node(),
            PORT,
            self().node(),
            PORT,
            setup.replica().leaseMillis(),
            isLeaving,
            reports)
        .watchedAs(self.deathMark());
  }

  void gone() {
    replicas.values().forEach(SimReplica::gone);
  }

  /** Somebody dials and has not shown yet for which pair. */
  private final class Entrance implements LinkEnd {
    private final Side side;

    Entrance(Side side) {
      this.side = side;
      side.bind(this);
    }

    @Override
    public void proven(String pair) {
      @Nullable SimReplica replica = replicas.get(pair);
      if (replica == null) {
        side.close();
      } else {
        replica.linked(side);
      }
    }

    @Override
    public void received(LinkMessage message) {
      throw new IllegalStateException("a message before the link is proven");
    }
  }
}
