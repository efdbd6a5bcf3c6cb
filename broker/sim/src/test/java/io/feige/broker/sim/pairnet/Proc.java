package io.feige.broker.sim.pairnet;

import io.feige.broker.sim.disk.SimCrash;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A process: everything that happens in it goes through here. While it is stopped, its timers and
 * what comes for it pile up, the clock goes on, and once it wakes it takes them one by one.
 * Whatever it sends goes through {@link #emit}, so that it can be stopped, or die, between deciding
 * and sending.
 */
public final class Proc {
  private static final long STEP_NANOS = 3_000;

  private record Piled(boolean isTimer, Runnable what) {}

  private final Host host;
  private final Timeline timeline;
  private final Chance chance;
  private final Clock clock;
  private final Consumer<String> crashed;
  private final ArrayDeque<Runnable> outbox = new ArrayDeque<>();
  private final List<Side> sides = new ArrayList<>();
  private ArrayDeque<Piled> piled = new ArrayDeque<>();
  private boolean isAlive = true;
  private boolean isStopped;
  private boolean stopsAfterNext;
  private boolean isHolding;

  /**
   * @param crashed told when it dies in the middle of a call, and where
   */
  public Proc(Host host, Timeline timeline, Chance chance, Clock clock, Consumer<String> crashed) {
    this.host = host;
    this.timeline = timeline;
    this.chance = chance;
    this.clock = clock;
    this.crashed = crashed;
  }

  public Host host() {
    return host;
  }

  /** What its machine's clock shows. */
  public long nanos() {
    return clock.nanos();
  }

  public boolean isAlive() {
    return isAlive;
  }

  /** Whether it is stopped, or still busy with what came meanwhile. */
  public boolean isBehind() {
    return isStopped || !piled.isEmpty();
  }

  /** Something it wants to do when its clock has gone on by so much. */
  public void after(long nanos, Runnable what) {
    timeline.after(clock.trueNanos(nanos), () -> take(true, what));
  }

  /** Something that takes its time outside of the process, and is told to it then. */
  public void afterTrue(long nanos, Runnable what) {
    timeline.after(nanos, () -> take(true, what));
  }

  /** Something comes for it. */
  public void arrive(Runnable what) {
    take(false, what);
  }

  private void take(boolean isTimer, Runnable what) {
    if (!isAlive) {
      return;
    }
    if (isBehind()) {
      piled.add(new Piled(isTimer, what));
    } else {
      run(what);
    }
  }

  private void run(Runnable what) {
    boolean stops = stopsAfterNext;
    stopsAfterNext = false;
    isHolding |= stops;
    try {
      what.run();
    } catch (SimCrash e) {
      crashed.accept(String.valueOf(e.getMessage()));
    }
    isStopped |= stops;
  }

  /** Lets something leave the process, or keeps it until the process wakes. */
  public void emit(Runnable what) {
    if (isHolding) {
      outbox.add(what);
    } else if (isAlive) {
      what.run();
    }
  }

  /** Stops it now. */
  public void stop() {
    isStopped = true;
  }

  /** Stops it when it has decided on what comes next and has not sent anything of that yet. */
  public void stopAfterNext() {
    stopsAfterNext = true;
  }

  /** Lets it go on, with what had piled up in one of the orders that there are. */
  public void wake() {
    stopsAfterNext = false;
    if (!isAlive || !isStopped) {
      return;
    }
    isStopped = false;
    isHolding = false;
    while (!outbox.isEmpty()) {
      outbox.remove().run();
    }
    int order = chance.between(0, 2);
    if (order > 0) {
      ArrayDeque<Piled> sorted = new ArrayDeque<>();
      boolean timersFirst = order == 1;
      piled.stream().filter(each -> each.isTimer() == timersFirst).forEach(sorted::add);
      piled.stream().filter(each -> each.isTimer() != timersFirst).forEach(sorted::add);
      piled = sorted;
    }
    timeline.after(STEP_NANOS, this::catchUp);
  }

  private void catchUp() {
    if (!isAlive || isStopped || piled.isEmpty()) {
      return;
    }
    run(piled.remove().what());
    timeline.after(STEP_NANOS, this::catchUp);
  }

  /** It is gone. The system ends its connections, if the machine still has power. */
  public void die() {
    if (isAlive) {
      isAlive = false;
      piled.clear();
      outbox.clear();
      List<Side> open = List.copyOf(sides);
      sides.clear();
      open.forEach(Side::ownerDied);
    }
  }

  void owns(Side side) {
    sides.add(side);
  }

  void disowns(Side side) {
    sides.remove(side);
  }
}
