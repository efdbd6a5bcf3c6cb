package io.feige.broker.sim.cluster.admin;

import io.feige.broker.core.controller.ControllerMachine;
import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.broker.core.port.Now;
import io.feige.broker.sim.cluster.wire.AdminDoor;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.cluster.wire.LedNode;
import io.feige.broker.sim.cluster.wire.Place;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.pairnet.Side;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.broker.sim.zk.ZkClient;
import io.feige.broker.sim.zk.ZooKeeper;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One process of an Admin. */
final class AdminProcess implements ZkClient.Owner, ControllerPort {
  private static final long SESSION_NANOS = 1_500 * Timeline.MILLI;
  private static final int BEAT_BYTES = 300;
  private static final int WAKES_FOR_NOTHING = 2_000;

  private final String name;
  private final World world;
  private final Proc proc;
  private final ControllerMachine machine;
  private final ZkClient zookeeper;
  private final Leaders leaders;
  private final HandOverLies lies;
  private final TreeMap<String, NodeLink> newest = new TreeMap<>();
  private final List<NodeLink> links = new ArrayList<>();
  private final Set<String> storing = new HashSet<>();
  private final long clockAhead;
  private long lastConnection;
  private long lastTicket;
  private long wakeAtNanos = Long.MAX_VALUE;
  private int wakesForNothing;
  private long effects;
  private boolean leads;

  AdminProcess(
      String name,
      ControllerSettings settings,
      Place place,
      ZooKeeper server,
      Leaders leaders,
      Breakage breakage) {
    this.name = name;
    this.world = place.world();
    this.proc = place.proc();
    this.leaders = leaders;
    this.machine = new ControllerMachine(settings);
    this.zookeeper = new ZkClient(server, world.net(), proc, SESSION_NANOS, this);
    this.lies = new HandOverLies(breakage == Breakage.HAND_OVER_TO_REBOOTED);
    this.clockAhead = world.chance().between(-200L, 200L);
  }

  Proc proc() {
    return proc;
  }

  boolean leads() {
    return leads;
  }

  void start() {
    world.net().listen(AdminDoor.address(name), proc, NodeLink::new);
    zookeeper.start();
  }

  private Now now() {
    return new Now(proc.nanos(), world.wallMillis() + clockAhead);
  }

  private void decide(ControllerEvent event) {
    try {
      Now now = now();
      machine.decide(event, now, this);
      long next = machine.nextWakeNanos(now);
      if (next < wakeAtNanos) {
        wakeAtNanos = next;
        proc.after(Math.max(1_000, next - now.nanos()), () -> wake(next));
      }
    } catch (Violation e) {
      throw e;
    } catch (RuntimeException e) {
      throw new Violation(name + " stops: " + e, e);
    }
  }

  private void wake(long scheduledFor) {
    if (wakeAtNanos == scheduledFor) {
      wakeAtNanos = Long.MAX_VALUE;
    }
    long before = effects;
    decide(new ControllerEvent.TimePassed());
    wakesForNothing = effects == before ? wakesForNothing + 1 : 0;
    Violation.unless(
        wakesForNothing < WAKES_FOR_NOTHING,
        "%s woke %d times and had nothing to do",
        name,
        wakesForNothing);
  }

  @Override
  public void elected(long leaderEpoch, List<PairState> pairs) {
    world.trace().note(name + " leads, leader epoch %d", leaderEpoch);
    leads = true;
    storing.clear();
    leaders.leads(name);
    decide(new ControllerEvent.Elected(leaderEpoch, pairs));
  }

  @Override
  public void deposed() {
    world.trace().note(name + " leads no more");
    leads = false;
    leaders.leadsNoMore(name);
    decide(new ControllerEvent.Deposed());
    List<NodeLink> open = List.copyOf(links);
    links.clear();
    newest.clear();
    open.forEach(link -> link.side.close());
  }

  @Override
  public void stored(PairState state) {
    storing.remove(state.pair());
    decide(new ControllerEvent.PairStored(state));
  }

  /** What it shows as the longest failover of a pair. */
  long failoverBoundMillis(String pair) {
    return machine.view(now()).pairs().stream()
        .filter(view -> view.state().pair().equals(pair))
        .mapToLong(ClusterView.PairView::failoverBoundMillis)
        .findAny()
        .orElse(-1);
  }

  /** What it says keeps a pair from being served; empty: nothing. */
  String trouble(String pair) {
    return machine.view(now()).pairs().stream()
        .filter(view -> view.state().pair().equals(pair))
        .map(ClusterView.PairView::trouble)
        .findAny()
        .orElse("");
  }

  /** An operator wants a pair to be served by its other member. */
  void switchOver(String pair) {
    decide(new ControllerEvent.SwitchAsked(++lastTicket, pair));
  }

  /** Somebody says that a node's process has ended, and shows what may prove it. */
  void died(String node, String proof) {
    decide(new ControllerEvent.NodeDied(node, proof));
  }

  /** An operator wants a node to be active although it may lack confirmed data, and knows that. */
  void promote(String pair, String node) {
    decide(new ControllerEvent.PromoteAsked(++lastTicket, pair, node, false));
    decide(new ControllerEvent.PromoteAsked(++lastTicket, pair, node, true));
  }

  @Override
  public void beat(String node, Beat beat) {
    effects++;
    NodeLink link = newest.get(node);
    if (link != null) {
      Side to = link.side.other();
      link.side.send(BEAT_BYTES, () -> to.bound(LedNode.class).beat(beat));
    }
  }

  @Override
  public void store(PairState next, Decision decision) {
    effects++;
    Violation.unless(
        storing.add(next.pair()), "%s stores two changes of %s at a time", name, next.pair());
    world
        .trace()
        .note(
            name
                + " wants "
                + decision.kind()
                + " of "
                + next.pair()
                + " to "
                + next.active()
                + " in sync "
                + next.inSync()
                + ", epoch %d, instead of version %d",
            next.epoch(),
            next.version());
    zookeeper.store(next, decision);
  }

  @Override
  public void tell(FailoverReport report) {
    effects++;
  }

  @Override
  public void answer(long ticket, OperatorAnswer answer) {
    effects++;
    world.trace().note(name + " answers its operator: " + answer.words().replace("%", "%%"));
  }

  /** A node's connection. */
  private final class NodeLink implements AdminDoor {
    private final long connection = ++lastConnection;
    private final Side side;
    private @Nullable String node;

    NodeLink(Side side) {
      this.side = side;
      side.bind(this);
      side.listen(this::closed);
    }

    private void closed() {
      links.remove(this);
      String known = node;
      if (known != null && leads) {
        newest.remove(known, this);
        decide(new ControllerEvent.NodeGone(known, connection));
      }
    }

    @Override
    public void hello() {
      Side to = side.other();
      if (leads) {
        links.add(this);
        side.send(50, () -> to.bound(LedNode.class).welcomed());
      } else {
        String hint = leaders.known(name);
        side.send(50, () -> to.bound(LedNode.class).refused(hint));
      }
    }

    @Override
    public void reported(NodeReport report) {
      if (!leads || !links.contains(this)) {
        return;
      }
      if (node == null) {
        node = report.member().node();
        newest.put(report.member().node(), this);
        decide(new ControllerEvent.NodeCame(report.member().node(), connection));
      }
      decide(new ControllerEvent.Reported(connection, lies.heard(report)));
    }
  }
}
