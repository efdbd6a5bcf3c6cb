package io.feige.broker.sim.zk;

import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.sim.pairnet.Net;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.pairnet.Side;
import io.feige.broker.sim.world.Timeline;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An Admin's way to ZooKeeper: connects, keeps a session, asks to lead, stores. It is suspended
 * when the connection is lost or silent, and leads no more then, whatever the line of candidates
 * says.
 */
public final class ZkClient {
  private static final long REDIAL_NANOS = 50 * Timeline.MILLI;
  private static final long LOOK_NANOS = 40 * Timeline.MILLI;
  private static final int BYTES = 200;

  /** The Admin behind it. */
  public interface Owner {
    /** It leads now. */
    void elected(long leaderEpoch, List<PairState> pairs);

    /** It leads no more. */
    void deposed();

    /** How a pair is stored, as the outcome of a change. */
    void stored(PairState state);
  }

  /** A request without an answer yet. */
  private record Waiting(Runnable lost) {}

  private final ZooKeeper server;
  private final Net net;
  private final Proc proc;
  private final Owner owner;
  private final long timeoutNanos;
  private final List<Waiting> waiting = new ArrayList<>();
  private ZooKeeper.@Nullable Session session;
  private @Nullable Side side;
  private long heardNanos;
  private boolean isElecting;
  private long leads;

  public ZkClient(ZooKeeper server, Net net, Proc proc, long timeoutNanos, Owner owner) {
    this.server = server;
    this.net = net;
    this.proc = proc;
    this.timeoutNanos = timeoutNanos;
    this.owner = owner;
  }

  public void start() {
    dial();
  }

  private void dial() {
    net.dial(
        proc,
        "zk",
        ZooKeeper.ADDRESS,
        new Net.Caller() {
          @Override
          public void opened(Side opened) {
            connected(opened);
          }

          @Override
          public void failed() {
            proc.after(REDIAL_NANOS, ZkClient.this::dial);
          }
        });
  }

  private void connected(Side opened) {
    side = opened;
    heardNanos = proc.nanos();
    opened.listen(this::suspended);
    ZooKeeper.Session before = session;
    opened.send(
        BYTES,
        () -> {
          // In the server, over whose end the answer goes back.
          ZooKeeper.Session attached = server.attach(before, opened, timeoutNanos);
          reply(opened, () -> attached(opened, attached));
        });
    watch(opened);
  }

  /** Sends something from the server's end. */
  private static void reply(Side clients, Runnable content) {
    clients.other().send(BYTES, content);
  }

  private void attached(Side over, ZooKeeper.@Nullable Session given) {
    heardNanos = proc.nanos();
    session = given;
    if (given == null) {
      // It has expired: begin another.
      over.close();
      suspended();
      return;
    }
    look(over);
  }

  /** Pings, and gives up a connection over which nothing comes. */
  private void watch(Side over) {
    if (side != over) {
      return;
    }
    if (proc.nanos() - heardNanos > timeoutNanos * 2 / 3) {
      over.close();
      suspended();
      return;
    }
    ask(() -> true, _ -> {}, () -> {});
    proc.after(timeoutNanos / 4, () -> watch(over));
  }

  private void suspended() {
    if (side == null) {
      return;
    }
    side = null;
    depose();
    isElecting = false;
    List<Waiting> lost = List.copyOf(waiting);
    waiting.clear();
    lost.forEach(each -> each.lost().run());
    proc.after(REDIAL_NANOS, this::dial);
  }

  private void depose() {
    if (leads != 0) {
      leads = 0;
      owner.deposed();
    }
  }

  /** Asks something of the server; exactly one of the two is run, unless the process dies. */
  private <T> void ask(Supplier<T> what, Consumer<T> answered, Runnable lost) {
    Side over = side;
    ZooKeeper.Session as = session;
    if (over == null || as == null) {
      lost.run();
      return;
    }
    Waiting asked = new Waiting(lost);
    waiting.add(asked);
    over.send(
        BYTES,
        () -> {
          if (server.hears(as, over)) {
            T answer = what.get();
            reply(
                over,
                () -> {
                  heardNanos = proc.nanos();
                  if (waiting.remove(asked)) {
                    answered.accept(answer);
                  }
                });
          }
        });
  }

  /** Looks again and again whether it is first in line. */
  private void look(Side over) {
    ZooKeeper.Session as = session;
    if (side != over || as == null) {
      return;
    }
    proc.after(LOOK_NANOS, () -> look(over));
    if (leads == 0 && !isElecting) {
      isElecting = true;
      ask(as::isFirst, first -> first(as, first), () -> isElecting = false);
    }
  }

  private void first(ZooKeeper.Session as, boolean isFirst) {
    if (!isFirst || as != session) {
      isElecting = false;
      return;
    }
    ask(server::nextLeaderEpoch, this::won, () -> isElecting = false);
  }

  private void won(long epoch) {
    ask(
        server::pairs,
        pairs -> {
          isElecting = false;
          leads = epoch;
          owner.elected(epoch, pairs);
        },
        () -> isElecting = false);
  }

  /** Stores a change; the owner is told how the pair is stored then, for as long as it leads. */
  public void store(PairState next, Decision decision) {
    long as = leads;
    ask(
        () -> server.store(as, next, decision),
        outcome -> {
          if (!outcome.isLeader()) {
            resign(as);
          } else if (leads == as) {
            owner.stored(outcome.state());
          }
        },
        () -> {});
  }

  /** Another one has led since: this one gets into line again. */
  private void resign(long as) {
    if (leads == as) {
      depose();
      ZooKeeper.Session mine = session;
      if (mine != null) {
        ask(
            () -> {
              mine.resign();
              return true;
            },
            _ -> {},
            () -> {});
      }
    }
  }
}
