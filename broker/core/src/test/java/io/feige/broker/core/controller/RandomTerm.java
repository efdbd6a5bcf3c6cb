package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.FailoverReport;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.broker.core.port.Now;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.model.NodeRole;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A term in which two nodes say anything at any time, sensible or not, and the store answers when
 * it likes. Whatever is decided is checked against the rules, from what was last said.
 */
final class RandomTerm implements ControllerPort {
  private static final ControllerSettings SETTINGS = new ControllerSettings(100, 500, 2_000);

  private final SplittableRandom random;
  private final ControllerMachine machine = new ControllerMachine(SETTINGS);
  private final FakeNode[] nodes = {new FakeNode("node-1"), new FakeNode("node-2")};
  private final Map<String, Said> said = new HashMap<>();
  private final Set<Long> answered = new HashSet<>();
  private final StringBuilder story = new StringBuilder();
  private PairState stored = PairState.fresh("pair-1", "node-1", "node-2", BackupServes.ALL);
  private PairState known = stored;
  private @Nullable PairState underWay;
  private long nanos;
  private long lastConnection;
  private long lastTicket;
  private final Set<DecisionKind> kinds = EnumSet.noneOf(DecisionKind.class);

  RandomTerm(long seed) {
    random = new SplittableRandom(seed);
    if (random.nextBoolean()) {
      Member first = nodes[0].member();
      Member second = nodes[1].member();
      stored =
          new PairState(
              "pair-1",
              "node-1",
              "node-2",
              "node-1",
              1,
              List.of(first, second),
              false,
              BackupServes.ALL,
              1);
      known = stored;
    }
  }

  /** Runs it; returns what was decided. */
  Set<DecisionKind> run(int steps) {
    decide(new ControllerEvent.Elected(1, List.of(stored)));
    for (int i = 0; i < steps; i++) {
      step();
    }
    return kinds;
  }

  /** Everything that was decided: equal for equal seeds. */
  String story() {
    return story.toString();
  }

  private void step() {
    FakeNode node = nodes[random.nextInt(2)];
    switch (random.nextInt(14)) {
      case 0 -> toggle(node);
      case 1, 2, 3 -> {
        say(node);
        report(node);
      }
      case 4, 5 -> report(node);
      case 6 -> settle(random.nextInt(4) > 0);
      case 7 -> operatorAsks(node);
      case 8 -> {
        nanos += random.nextInt(400) * 1_000_000L;
        decide(new ControllerEvent.TimePassed());
      }
      case 9, 10 -> {
        behave();
        report(nodes[0]);
        report(nodes[1]);
      }
      default -> {
        nanos = Math.max(nanos, Math.min(machine.nextWakeNanos(now()), nanos + 50_000_000));
        decide(new ControllerEvent.TimePassed());
        assertThat(machine.nextWakeNanos(now())).isGreaterThan(nanos);
      }
    }
  }

  private Now now() {
    return new Now(nanos, nanos / 1_000_000);
  }

  private void decide(ControllerEvent event) {
    machine.decide(event, now(), this);
    assertThat(machine.view(now())).isNotNull();
  }

  private void toggle(FakeNode node) {
    if (node.isConnected) {
      node.isConnected = false;
      decide(new ControllerEvent.NodeGone(node.name, node.connection));
    } else {
      node.isConnected = true;
      node.connection = ++lastConnection;
      decide(new ControllerEvent.NodeCame(node.name, node.connection));
    }
  }

  /** Both nodes are what is stored; the active may want what it may have. */
  private void behave() {
    for (FakeNode node : nodes) {
      node.epoch = stored.epoch();
      node.isActing = node.name.equals(stored.active());
      node.isServing = node.isActing;
      node.role = node.isActing ? NodeRole.ACTIVE : NodeRole.STANDBY;
      node.promiseLapsed = random.nextInt(4) == 0;
      node.ask = node.isActing && random.nextBoolean() ? ask(node) : Ask.NOTHING;
    }
  }

  /** Changes what the node will say next. */
  private void say(FakeNode node) {
    switch (random.nextInt(6)) {
      case 0 -> node.restarts();
      case 1 -> node.boot = node.name + "-boot-" + random.nextInt(3);
      case 2 -> node.promiseLapsed = random.nextBoolean();
      case 3 -> {
        node.isActing = random.nextBoolean();
        node.epoch = stored.epoch();
        node.role =
            node.isActing
                ? NodeRole.ACTIVE
                : pick(NodeRole.STANDBY, NodeRole.JOINING, NodeRole.FENCED);
        node.isServing = node.isActing && random.nextBoolean();
      }
      case 4 -> node.holds(Math.max(0, stored.epoch() - random.nextInt(2)), random.nextInt(3));
      default -> node.ask = ask(node);
    }
    node.isLeaving = random.nextInt(20) == 0;
  }

  @SafeVarargs
  private <T> T pick(T... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private Ask ask(FakeNode node) {
    AskKind kind =
        pick(AskKind.NONE, AskKind.SHRINK, AskKind.GROW, AskKind.HAND_OVER, AskKind.CANCEL);
    boolean isPeerNeeded = kind == AskKind.GROW || kind == AskKind.HAND_OVER;
    Member peer = nodes[node == nodes[0] ? 1 : 0].member();
    int version = Math.max(0, stored.version() - random.nextInt(2));
    return new Ask(kind, version, isPeerNeeded ? peer : Member.NONE);
  }

  private void report(FakeNode node) {
    if (node.isConnected) {
      NodeReport report = node.report("pair-1");
      said.put(node.name, new Said(report, nanos));
      decide(new ControllerEvent.Reported(node.connection, report));
    }
  }

  private void operatorAsks(FakeNode node) {
    if (random.nextInt(8) == 0) {
      decide(new ControllerEvent.DrillAsked(++lastTicket, "pair-1", node.name));
    } else if (random.nextInt(4) == 0) {
      boolean isShown = random.nextBoolean();
      decide(new ControllerEvent.PromoteAsked(++lastTicket, "pair-1", node.name, isShown));
    } else {
      decide(new ControllerEvent.SwitchAsked(++lastTicket, "pair-1"));
    }
  }

  private void settle(boolean isStored) {
    PairState next = underWay;
    if (next == null) {
      return;
    }
    underWay = null;
    if (isStored) {
      stored = Desk.versioned(next, next.version() + 1);
    }
    known = stored;
    decide(new ControllerEvent.PairStored(stored));
  }

  @Override
  public void beat(String node, Beat beat) {
    assertThat(beat.pairs()).extracting(order -> order.state()).containsExactly(known);
  }

  @Override
  public void store(PairState next, Decision decision) {
    story.append(nanos).append(' ').append(next).append(' ').append(decision).append('\n');
    assertThat(underWay).as("one change at a time").isNull();
    assertThat(next.version()).isEqualTo(known.version());
    underWay = next;
    kinds.add(decision.kind());
    switch (decision.kind()) {
      case SHRINK, GROW, CANCEL, SWITCH -> checkAsked(next, decision);
      case FAILOVER, RESTART, FURTHEST, FIRST, PROMOTE -> checkActivation(next, decision);
    }
  }

  private void checkAsked(PairState next, Decision decision) {
    Said active = said(known.active());
    Ask ask = active.replica().ask();
    assertThat(ask.version()).isEqualTo(known.version());
    assertThat(known.inSync()).contains(active.member());
    boolean isSwitch = decision.kind() == DecisionKind.SWITCH;
    assertThat(ask.kind().name())
        .isEqualTo(isSwitch ? AskKind.HAND_OVER.name() : decision.kind().name());
    assertThat(next.handedOver()).isEqualTo(isSwitch);
    if (isSwitch) {
      assertThat(known.inSync()).contains(active.member(), said(next.active()).member());
      assertThat(next.active()).isNotEqualTo(known.active());
    } else {
      assertThat(next.active()).isEqualTo(known.active());
      assertThat(next.epoch()).isEqualTo(known.epoch());
    }
    if (decision.kind() == DecisionKind.GROW) {
      assertThat(next.inSync())
          .containsExactly(active.member(), said(known.other(known.active())).member());
    }
  }

  private void checkActivation(PairState next, Decision decision) {
    Said chosen = said(next.active());
    assertThat(nanos - chosen.nanos()).isLessThanOrEqualTo(200_000_000L);
    assertThat(next.epoch()).isGreaterThan(known.epoch());
    assertThat(next.handedOver()).isFalse();
    assertThat(chosen.replica().role()).isNotEqualTo(NodeRole.FENCED);
    if (decision.kind() == DecisionKind.FIRST || decision.kind() == DecisionKind.PROMOTE) {
      assertThat(next.inSync()).containsExactly(chosen.member());
    } else {
      assertThat(chosen.replica().promiseLapsed()).isTrue();
    }
    if (decision.kind() == DecisionKind.FAILOVER) {
      assertThat(known.inSync()).contains(chosen.member());
      assertThat(next.inSync()).isEqualTo(known.inSync());
    }
    if (known.epoch() > 0 && said.containsKey(known.active())) {
      checkNotActing(said(known.active()));
    }
  }

  private void checkNotActing(Said former) {
    boolean isActing = former.replica().isActing() && former.replica().epoch() == known.epoch();
    boolean isRecent = nanos - former.nanos() < 500_000_000L;
    FakeNode node = known.active().equals("node-1") ? nodes[0] : nodes[1];
    assertThat(isActing && isRecent && node.isConnected).as("the active acts").isFalse();
  }

  /** What a node said last, and when. */
  private record Said(NodeReport report, long nanos) {
    ReplicaReport replica() {
      return report.replicas().getFirst();
    }

    Member member() {
      return report.member();
    }
  }

  private Said said(String node) {
    Said last = said.get(node);
    if (last == null) {
      throw new AssertionError(node + " said nothing");
    }
    return last;
  }

  @Override
  public void tell(FailoverReport report) {
    story.append(report).append('\n');
  }

  @Override
  public void answer(long ticket, OperatorAnswer answer) {
    assertThat(answered.add(ticket)).as("answered once").isTrue();
    story.append(ticket).append(answer).append('\n');
  }
}
