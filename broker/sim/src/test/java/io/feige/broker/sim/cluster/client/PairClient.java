package io.feige.broker.sim.cluster.client;

import io.feige.broker.sim.cluster.wire.ClientDoor;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.net.Client;
import io.feige.broker.sim.net.Delivered;
import io.feige.broker.sim.pairnet.Clock;
import io.feige.broker.sim.pairnet.Net;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.pairnet.Side;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A client of one pair. It connects to whoever it takes for the active, learns of changes late, and
 * tries the other one when it is sent away or hears nothing.
 */
public abstract class PairClient implements Client {
  private static final long PATIENCE_NANOS = 1_500 * Timeline.MILLI;

  /** Refusals after which it looks for another node. */
  private static final Set<ErrorCode> ELSEWHERE =
      EnumSet.of(
          ErrorCode.NOT_ACTIVE, ErrorCode.FENCED, ErrorCode.STALE_EPOCH, ErrorCode.SHUTTING_DOWN);

  private final String name;
  private final World world;
  private final Proc proc;
  private PairState route;
  private String target;
  private @Nullable Side side;
  private boolean isDialling;
  private boolean isDraining;
  private int connections;
  private int lastCorrelation;
  private long waitsSinceNanos = Long.MAX_VALUE;

  PairClient(String name, PairState route, World world) {
    this.name = name;
    this.world = world;
    this.route = route;
    this.target = route.master();
    Clock clock = new Clock(world.timeline(), 0, world.chance());
    this.proc =
        new Proc(
            world.net().host(name),
            world.timeline(),
            world.chance().split(),
            clock,
            where -> {
              throw new IllegalStateException("a client has no disk: " + where);
            });
  }

  public final String name() {
    return name;
  }

  final String pair() {
    return route.pair();
  }

  /** Whether it is a client of the pair. */
  public final boolean follows(String pair) {
    return route.pair().equals(pair);
  }

  final World world() {
    return world;
  }

  final Chance chance() {
    return world.chance();
  }

  final void after(long nanos, Runnable what) {
    proc.after(nanos, what);
  }

  /** As {@link #after}, unless the connection of now is gone by then. */
  final void afterOnThisConnection(long nanos, Runnable what) {
    int now = connections;
    after(
        nanos,
        () -> {
          if (connections == now && side != null) {
            what.run();
          }
        });
  }

  public final void start() {
    connect();
  }

  /** Nothing new begins; what is there is brought to its end. */
  public final void drain() {
    isDraining = true;
  }

  final boolean isDraining() {
    return isDraining;
  }

  /** The pair has changed; it hears of it some time later. */
  public final void learn(PairState next) {
    if (next.version() <= route.version() || next.active().isEmpty()) {
      return;
    }
    route = next;
    if (!target.equals(next.active())) {
      target = next.active();
      cut();
    }
  }

  /** The epoch that it believes in; now and then it does not say. */
  final long spokenEpoch() {
    return chance().percent(70) ? route.epoch() : 0;
  }

  private void connect() {
    if (side != null || isDialling) {
      return;
    }
    isDialling = true;
    world
        .net()
        .dial(
            proc,
            target,
            ClientDoor.address(target),
            new Net.Caller() {
              @Override
              public void opened(Side opened) {
                isDialling = false;
                take(opened);
              }

              @Override
              public void failed() {
                isDialling = false;
                target = route.other(target);
                connectSoon();
              }
            });
  }

  private void connectSoon() {
    after(chance().between(2 * Timeline.MILLI, 30 * Timeline.MILLI), this::connect);
  }

  private void take(Side opened) {
    side = opened;
    connections++;
    opened.bind(this);
    opened.listen(() -> {
      if (side == opened) {
        target = route.other(target);
        disconnected();
      }
    });
    Side node = opened.other();
    String pair = pair();
    opened.send(30, () -> node.bound(ClientDoor.class).hello(pair));
    waitsSinceNanos = Long.MAX_VALUE;
    afterOnThisConnection(PATIENCE_NANOS / 3, this::watch);
    connected();
  }

  /** Sends a request; returns its number, 0 without a connection. */
  final int send(int bytes, Sending sending) {
    Side over = side;
    if (over == null) {
      return 0;
    }
    int correlation = ++lastCorrelation;
    Side node = over.other();
    over.send(bytes, () -> sending.to(node.bound(ClientDoor.class), correlation));
    waitsSinceNanos = Math.min(waitsSinceNanos, proc.nanos());
    return correlation;
  }

  /** What is done at the node. */
  interface Sending {
    void to(ClientDoor door, int correlation);
  }

  /** How long a request may take without being suspicious. */
  abstract long longestWaitNanos();

  abstract boolean awaitsAnything();

  private void watch() {
    if (!awaitsAnything()) {
      waitsSinceNanos = Long.MAX_VALUE;
    } else if (waitsSinceNanos != Long.MAX_VALUE
        && proc.nanos() - waitsSinceNanos > PATIENCE_NANOS + longestWaitNanos()) {
      target = route.other(target);
      cut();
      return;
    }
    afterOnThisConnection(PATIENCE_NANOS / 3, this::watch);
  }

  abstract void connected();

  /** Answers to what was sent will not come any more. */
  abstract void lost();

  @Override
  public final void disconnected() {
    side = null;
    lost();
    connectSoon();
  }

  final void cut() {
    Side open = side;
    if (open != null) {
      open.close();
      disconnected();
    }
  }

  /** Whether it does something that is not asked for. */
  final boolean misbehaves(int percent) {
    return !isDraining && chance().percent(percent);
  }

  @Override
  public final void answered(int correlation, Answer answer) {
    waitsSinceNanos = proc.nanos();
    took(correlation, answer);
    if (answer instanceof Refusal refusal && ELSEWHERE.contains(refusal.code()) && side != null) {
      target =
          refusal.hint().isEmpty() || !route.has(refusal.hint())
              ? route.other(target)
              : refusal.hint();
      Side open = side;
      open.close();
      disconnected();
    }
  }

  @Override
  public final void delivered(int correlation, Delivered delivered) {
    waitsSinceNanos = proc.nanos();
    came(correlation, delivered);
  }

  abstract void took(int correlation, Answer answer);

  void came(int correlation, Delivered delivered) {
    throw new Violation(name + " gets messages it did not ask for");
  }
}
