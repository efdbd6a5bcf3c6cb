package io.feige.broker.core.controller;

import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Beat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A controller with two nodes, a store and a clock in a test's hand. Beats reach connected nodes
 * and are answered at once; a store is answered when the event that led to it is decided, unless it
 * is held.
 */
final class Desk implements ControllerPort {
  static final String PAIR = "pair-1";
  static final ControllerSettings SETTINGS = new ControllerSettings(100, 500, 0);

  final FakeNode node1 = new FakeNode("node-1");
  final FakeNode node2 = new FakeNode("node-2");
  final ControllerMachine machine;
  final List<Decision> decisions = new ArrayList<>();
  final List<FailoverReport> told = new ArrayList<>();
  final Map<Long, OperatorAnswer> answers = new HashMap<>();
  final Map<String, Integer> beats = new HashMap<>();
  PairState stored = PairState.fresh(PAIR, "node-1", "node-2", BackupServes.ALL);
  boolean isStoreHeld;
  int stores;
  private final Deque<PairState> toStore = new ArrayDeque<>();
  private final Deque<FakeNode> toAnswer = new ArrayDeque<>();
  private final Deque<Decision> toDecide = new ArrayDeque<>();
  private long nanos = -5_000_000_000L;
  private long nextConnection = 1;
  private boolean isDeciding;

  Desk() {
    this(SETTINGS);
  }

  Desk(ControllerSettings settings) {
    machine = new ControllerMachine(settings);
  }

  /** A pair that node-1 serves as epoch 1, with node-2 in sync; both are connected. */
  static Desk serving() {
    return serving(SETTINGS);
  }

  static Desk serving(ControllerSettings settings) {
    Desk desk = new Desk(settings);
    desk.stored(1, "node-1", desk.node1.member(), desk.node2.member());
    desk.elect();
    desk.connect(desk.node1);
    desk.connect(desk.node2);
    desk.node1.holds(1, 1000).serves();
    desk.node2.holds(1, 1000).follows();
    desk.pass(100);
    return desk;
  }

  /** The same, with node-1 alone in sync. */
  static Desk servingAlone() {
    Desk desk = new Desk();
    desk.stored(1, "node-1", desk.node1.member());
    desk.elect();
    desk.connect(desk.node1);
    desk.connect(desk.node2);
    desk.node1.holds(1, 1000).serves();
    desk.pass(100);
    return desk;
  }

  Now now() {
    return new Now(nanos, 1_000_000_000_000L + nanos / 1_000_000);
  }

  /** What is stored, without a decision. */
  void stored(long epoch, String active, Member... inSync) {
    stored =
        new PairState(
            PAIR,
            "node-1",
            "node-2",
            active,
            epoch,
            List.of(inSync),
            false,
            BackupServes.ALL,
            stored.version() + 1);
  }

  void elect() {
    decide(new ControllerEvent.Elected(7, List.of(stored)));
  }

  void connect(FakeNode node) {
    node.connection = nextConnection++;
    node.isConnected = true;
    decide(new ControllerEvent.NodeCame(node.name, node.connection));
  }

  void disconnect(FakeNode node) {
    node.isConnected = false;
    decide(new ControllerEvent.NodeGone(node.name, node.connection));
  }

  /** The node reports without being beaten. */
  void report(FakeNode node) {
    decide(new ControllerEvent.Reported(node.connection, node.report(PAIR)));
  }

  void decide(ControllerEvent event) {
    boolean isOutermost = !isDeciding;
    isDeciding = true;
    machine.decide(event, now(), this);
    if (isOutermost) {
      isDeciding = false;
      settle();
    }
  }

  private void settle() {
    while (!toAnswer.isEmpty() || (!toStore.isEmpty() && !isStoreHeld)) {
      FakeNode node = toAnswer.poll();
      if (node != null) {
        if (node.isConnected && !node.isMute) {
          report(node);
        }
      } else {
        settleStore();
      }
    }
  }

  /** The oldest store that is under way is carried out. */
  void settleStore() {
    PairState next = toStore.remove();
    Decision decision = toDecide.remove();
    if (next.version() == stored.version()) {
      stored = versioned(next, next.version() + 1);
      decisions.add(decision);
    }
    decide(new ControllerEvent.PairStored(stored));
  }

  static PairState versioned(PairState state, int version) {
    return new PairState(
        state.pair(),
        state.master(),
        state.backup(),
        state.active(),
        state.epoch(),
        state.inSync(),
        state.handedOver(),
        state.backupServes(),
        version);
  }

  /** Lets time pass, waking the machine exactly when it wants to be woken. */
  void pass(long millis) {
    long end = nanos + millis * 1_000_000;
    while (true) {
      long wake = machine.nextWakeNanos(now());
      if (wake > end) {
        break;
      }
      nanos = Math.max(nanos, wake);
      decide(new ControllerEvent.TimePassed());
    }
    nanos = end;
  }

  /** The state of the clock alone moves. */
  void hold(long millis) {
    nanos += millis * 1_000_000;
  }

  /** The kinds of what was decided and stored. */
  List<DecisionKind> kinds() {
    return decisions.stream().map(Decision::kind).toList();
  }

  ClusterView.PairView view() {
    return machine.view(now()).pairs().getFirst();
  }

  OperatorAnswer answer(long ticket) {
    OperatorAnswer answer = answers.get(ticket);
    if (answer == null) {
      throw new AssertionError("ticket " + ticket + " was not answered");
    }
    return answer;
  }

  @Override
  public void beat(String node, Beat beat) {
    beats.merge(node, 1, Integer::sum);
    for (FakeNode candidate : List.of(node1, node2)) {
      if (candidate.name.equals(node) && candidate.isConnected) {
        candidate.beat = beat;
        toAnswer.add(candidate);
      }
    }
  }

  @Override
  public void store(PairState next, Decision decision) {
    stores++;
    toStore.add(next);
    toDecide.add(decision);
  }

  @Override
  public void tell(FailoverReport report) {
    told.add(report);
  }

  @Override
  public void answer(long ticket, OperatorAnswer answer) {
    if (answers.put(ticket, answer) != null) {
      throw new AssertionError("ticket " + ticket + " was answered twice");
    }
  }
}
