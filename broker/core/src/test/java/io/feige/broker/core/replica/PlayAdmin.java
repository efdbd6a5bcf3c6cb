package io.feige.broker.core.replica;

import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.model.NodeRole;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Admin and its store in a play: decides by the rules of the pair protocol, over a network that
 * loses, delays and repeats.
 */
final class PlayAdmin {
  private static final long FAILOVER_NANOS = 500_000_000L;
  private static final long HEARD_NANOS = 300_000_000L;

  private record Heard(long atNanos, Member member, ReplicaReport report) {}

  private final PairPlay play;
  private final @Nullable Heard[] heard = new @Nullable Heard[2];
  private final boolean[] isCutFrom = new boolean[2];
  private PairState state = PairState.fresh(Rig.PAIR, "a", "b", BackupServes.ALL);
  private long actedNanos;
  private boolean wantsSwitch;

  PlayAdmin(PairPlay play) {
    this.play = play;
  }

  long epoch() {
    return state.epoch();
  }

  void cut(int node, boolean isCut) {
    isCutFrom[node] = isCut;
  }

  void wantSwitch(boolean newWantsSwitch) {
    wantsSwitch = newWantsSwitch;
  }

  private static int indexOf(String node) {
    return node.equals("a") ? 0 : 1;
  }

  /** A node reports; it may not arrive, or late. */
  void report(PlayNode from) {
    Member member = from.member();
    ReplicaReport report = from.report();
    travel(indexOf(member.node()), () -> take(member, report));
  }

  private void travel(int node, Runnable arrives) {
    if (!isCutFrom[node] && !play.chance(2)) {
      play.later(0, play.chance(3) ? 1_500 : 5, arrives);
    }
  }

  private void take(Member member, ReplicaReport report) {
    int index = indexOf(member.node());
    heard[index] = new Heard(play.nowNanos(), member, report);
    if (report.isActing() && report.epoch() == state.epoch()) {
      actedNanos = play.nowNanos();
    }
    if (!obey(member, report)) {
      activateAgain(member, report);
    }
    tell(index);
  }

  /** Tells a node what is decided. */
  void tell(int index) {
    PairState told = state;
    boolean handOver = wantsSwitch;
    travel(
        index,
        () -> {
          PlayNode node = play.node(index);
          node.run(node.process(), () -> node.decide(new ReplicaEvent.Learned(told, handOver)));
        });
  }

  private boolean obey(Member member, ReplicaReport report) {
    Ask ask = report.ask();
    if (ask.version() != state.version()
        || report.epoch() != state.epoch()
        || !state.active().equals(member.node())
        || !state.isInSync(member)) {
      return false;
    }
    switch (ask.kind()) {
      case NONE -> {
        return false;
      }
      case SHRINK -> store(state.active(), state.epoch(), false, List.of(member));
      case GROW -> store(state.active(), state.epoch(), false, List.of(member, ask.peer()));
      case CANCEL -> store(state.active(), state.epoch(), false, state.inSync());
      case HAND_OVER -> {
        Heard other = heard[indexOf(ask.peer().node())];
        boolean isFit =
            other != null
                && other.member().equals(ask.peer())
                && state.isInSync(ask.peer())
                && !other.report().isStalled();
        if (isFit) {
          wantsSwitch = false;
          store(ask.peer().node(), state.epoch() + 1, true, state.inSync());
          play.handedOverBy(indexOf(member.node()));
        }
      }
    }
    return true;
  }

  private boolean mayContinue(Member member, ReplicaReport report) {
    return state.active().equals(member.node())
        && (state.isInSync(member)
            || state.isAlone(member.node())
            || report.lastEpoch() == state.epoch());
  }

  private void activateAgain(Member member, ReplicaReport report) {
    if (mayContinue(member, report)
        && !report.isActing()
        && report.version() == state.version()
        && report.role() != NodeRole.FENCED) {
      activate(member);
    }
  }

  private void activate(Member member) {
    List<Member> inSync = new ArrayList<>(List.of(member));
    state.inSync().stream().filter(each -> !each.node().equals(member.node())).forEach(inSync::add);
    store(member.node(), state.epoch() + 1, false, inSync);
  }

  private void store(String active, long epoch, boolean isHandedOver, List<Member> inSync) {
    if (epoch > state.epoch()) {
      actedNanos = play.nowNanos();
    }
    state =
        new PairState(
            Rig.PAIR,
            "a",
            "b",
            active,
            epoch,
            inSync,
            isHandedOver,
            BackupServes.ALL,
            state.version() + 1);
    tell(0);
    tell(1);
  }

  /** Looks for an active that is gone. */
  void tick() {
    Heard first = recent(0);
    Heard second = recent(1);
    if (state.epoch() == 0) {
      if (first != null && second != null) {
        activate(first.member());
      }
      return;
    }
    if (play.nowNanos() - actedNanos < FAILOVER_NANOS) {
      return;
    }
    Heard standby = state.active().equals("a") ? second : first;
    if (standby != null && isEligible(standby)) {
      activate(standby.member());
    } else if (first != null && second != null) {
      activateFurthest(first, second);
    }
  }

  private @Nullable Heard recent(int index) {
    Heard last = heard[index];
    return last == null || play.nowNanos() - last.atNanos() > HEARD_NANOS ? null : last;
  }

  private boolean isEligible(Heard one) {
    return state.isInSync(one.member())
        && one.report().promiseLapsed()
        && !one.report().isStalled()
        && one.report().version() > 0
        && !one.report().isActing();
  }

  private void activateFurthest(Heard first, Heard second) {
    for (Heard each : List.of(first, second)) {
      if (state.isInSync(each.member())
          || mayContinue(each.member(), each.report())
          || !each.report().promiseLapsed()
          || each.report().isActing()) {
        return;
      }
    }
    long byEpoch = first.report().lastEpoch() - second.report().lastEpoch();
    long byEnd = first.report().end() - second.report().end();
    boolean isFirst = byEpoch > 0 || (byEpoch == 0 && byEnd >= 0);
    activate(isFirst ? first.member() : second.member());
  }
}
