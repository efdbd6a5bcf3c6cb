package io.feige.broker.sim.cluster.node;

import io.feige.broker.sim.cluster.wire.AdminDoor;
import io.feige.broker.sim.cluster.wire.LedNode;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.pairnet.Net;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.pairnet.Side;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.NodeReport;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one process of a node led by an Admin: dials one after the other until one leads, and looks
 * for another when it falls silent. Obeys no leadership that is older than one it has seen.
 */
final class AdminLink {
  private static final long SILENCE_NANOS = 2 * Timeline.SECOND;
  private static final long SHORTEST_PAUSE_NANOS = 20 * Timeline.MILLI;
  private static final long LONGEST_PAUSE_NANOS = 500 * Timeline.MILLI;
  private static final int BEAT_BYTES = 300;

  private final World world;
  private final Proc proc;
  private final List<String> admins;
  private final Consumer<Beat> obey;
  private final Supplier<NodeReport> report;
  private @Nullable Side side;
  private long heardNanos;
  private long highestEpoch;
  private long pause = SHORTEST_PAUSE_NANOS;
  private int turn;
  private boolean isLed;
  private boolean isReportDue;

  AdminLink(
      World world,
      Proc proc,
      List<String> admins,
      Consumer<Beat> obey,
      Supplier<NodeReport> report) {
    this.world = world;
    this.proc = proc;
    this.admins = admins;
    this.obey = obey;
    this.report = report;
  }

  void start() {
    dial(admins.get(turn++ % admins.size()));
  }

  private void dial(String admin) {
    world
        .net()
        .dial(
            proc,
            admin,
            AdminDoor.address(admin),
            new Net.Caller() {
              @Override
              public void opened(Side opened) {
                greet(opened);
              }

              @Override
              public void failed() {
                dialNext("");
              }
            });
  }

  private void dialNext(String hint) {
    if (!hint.isEmpty()) {
      dial(hint);
      return;
    }
    proc.after(world.chance().between(pause / 2, pause), this::start);
    pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
  }

  private void greet(Side opened) {
    side = opened;
    heardNanos = proc.nanos();
    opened.bind(new End(opened));
    opened.listen(() -> ended(opened));
    Side admin = opened.other();
    opened.send(100, () -> admin.bound(AdminDoor.class).hello());
    watch(opened);
  }

  private void watch(Side over) {
    if (side != over) {
      return;
    }
    long left = heardNanos + SILENCE_NANOS - proc.nanos();
    if (left > 0) {
      proc.after(left, () -> watch(over));
    } else {
      over.close();
      ended(over);
    }
  }

  private void ended(Side over) {
    if (side == over) {
      side = null;
      isLed = false;
      dialNext("");
    }
  }

  /** Lets Admin know at once how the node is, once for all calls of one turn. */
  void reportNow() {
    if (!isReportDue && isLed) {
      isReportDue = true;
      proc.after(world.chance().between(0L, 20_000L), this::sendDue);
    }
  }

  private void sendDue() {
    if (isReportDue && isLed) {
      send();
    }
    isReportDue = false;
  }

  private void send() {
    Side over = side;
    if (over != null) {
      NodeReport sent = report.get();
      Side admin = over.other();
      over.send(BEAT_BYTES, () -> admin.bound(AdminDoor.class).reported(sent));
    }
  }

  private final class End implements LedNode {
    private final Side over;

    End(Side over) {
      this.over = over;
    }

    @Override
    public void welcomed() {
      if (side == over) {
        send();
      }
    }

    @Override
    public void refused(String leader) {
      if (side == over) {
        side = null;
        over.close();
        dialNext(leader);
      }
    }

    @Override
    public void beat(Beat beat) {
      if (side != over) {
        return;
      }
      if (beat.leaderEpoch() < highestEpoch) {
        over.close();
        ended(over);
        return;
      }
      highestEpoch = beat.leaderEpoch();
      heardNanos = proc.nanos();
      pause = SHORTEST_PAUSE_NANOS;
      isLed = true;
      obey.accept(beat);
      isReportDue = false;
      send();
    }
  }
}
