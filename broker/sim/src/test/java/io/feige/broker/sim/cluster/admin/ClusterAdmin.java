package io.feige.broker.sim.cluster.admin;

import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.cluster.wire.Place;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.pairnet.Clock;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.zk.ZooKeeper;
import org.jspecify.annotations.Nullable;

/** An Admin through all its processes. */
public final class ClusterAdmin {
  private static final long MOST_MILLIONTHS = 50_000;

  private final String name;
  private final ControllerSettings settings;
  private final World world;
  private final ZooKeeper server;
  private final Leaders leaders;
  private final Breakage breakage;
  private final Clock clock;
  private @Nullable AdminProcess process;

  public ClusterAdmin(
      String name,
      ControllerSettings settings,
      World world,
      ZooKeeper server,
      Leaders leaders,
      Breakage breakage) {
    this.name = name;
    this.settings = settings;
    this.world = world;
    this.server = server;
    this.leaders = leaders;
    this.breakage = breakage;
    long millionths = world.chance().between(-MOST_MILLIONTHS, MOST_MILLIONTHS);
    this.clock = new Clock(world.timeline(), millionths, world.chance());
  }

  public String name() {
    return name;
  }

  /** Whether it takes itself for the one that leads. */
  public boolean leads() {
    return process != null && process.leads();
  }

  /** Starts a process, if there is none. */
  public void start() {
    if (process == null) {
      Proc proc =
          new Proc(
              world.net().host(name),
              world.timeline(),
              world.chance().split(),
              clock,
              where -> {
                throw new IllegalStateException("an Admin has no disk: " + where);
              });
      process =
          new AdminProcess(
              name, settings, new Place(world.split(), proc), server, leaders, breakage);
      process.start();
      world.trace().note(name + " is up");
    }
  }

  public void kill() {
    if (process != null) {
      world.trace().note(name + " is killed");
      process.proc().die();
      process = null;
    }
  }

  public void pause() {
    if (process != null) {
      world.trace().note(name + " is stopped");
      process.proc().stop();
    }
  }

  public void wake() {
    if (process != null && process.proc().isBehind()) {
      world.trace().note(name + " goes on");
      process.proc().wake();
    }
  }

  /** What it shows as the longest failover of a pair, if it leads; -1: it does not. */
  public long failoverBoundMillis(String pair) {
    return process != null && process.leads() ? process.failoverBoundMillis(pair) : -1;
  }

  /** What it says keeps a pair from being served, if it leads; empty: nothing. */
  public String trouble(String pair) {
    return process != null && process.leads() ? process.trouble(pair) : "";
  }

  /** An operator wants a pair to be served by its other member. */
  public void switchOver(String pair) {
    AdminProcess running = process;
    if (running != null && running.leads()) {
      world.trace().note("an operator asks " + name + " to switch " + pair);
      running.proc().arrive(() -> running.switchOver(pair));
    }
  }

  /** Somebody says that a node's process has ended, and shows what may prove it. */
  public void died(String node, String proof) {
    AdminProcess running = process;
    if (running != null && running.leads()) {
      running.proc().arrive(() -> running.died(node, proof));
    }
  }

  /** An operator activates a node, whatever may be lost by that. */
  public void promote(String pair, String node) {
    AdminProcess running = process;
    if (running != null && running.leads()) {
      world.trace().note("an operator asks " + name + " to promote " + node + " in " + pair);
      running.proc().arrive(() -> running.promote(pair, node));
    }
  }
}
