package io.feige.broker.sim.cluster.node;

import io.feige.broker.journal.fault.JournalFailedException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.sim.cluster.check.PairChecker;
import io.feige.broker.sim.cluster.wire.Breakage;
import io.feige.broker.sim.cluster.wire.Place;
import io.feige.broker.sim.cluster.wire.World;
import io.feige.broker.sim.disk.SimCrash;
import io.feige.broker.sim.disk.SimFiles;
import io.feige.broker.sim.pairnet.Clock;
import io.feige.broker.sim.pairnet.Host;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node through all its processes and all starts of its machine. */
public final class ClusterNode implements AutoCloseable {
  /** Who sees to it that a node that is down comes up again. */
  public interface Keeper {
    /** The process has died in the middle of a call. */
    void crashed(ClusterNode node, String where);

    /**
     * The process has ended, and who watched it knows.
     *
     * @param proof of that
     */
    void died(ClusterNode node, String proof);

    /** The process cannot go on. */
    void failed(ClusterNode node);
  }

  private final String name;
  private final ClusterSetup setup;
  private final World world;
  private final Host host;
  private final Keeper keeper;
  private final Map<String, PairChecker> checkers;
  private final TreeMap<String, PairDisk> disks = new TreeMap<>();
  private final long millionths;
  private Clock clock;
  private @Nullable NodeProcess process;
  private int boots = 1;
  private int failures;
  private int starts;
  private String proof = Death.NONE;

  /**
   * @param millionths by which its clock runs too fast
   */
  public ClusterNode(
      String name,
      ClusterSetup setup,
      World world,
      Map<String, PairChecker> checkers,
      Keeper keeper,
      long millionths) {
    this.name = name;
    this.setup = setup;
    this.world = world;
    this.host = world.net().host(name);
    this.keeper = keeper;
    this.checkers = checkers;
    this.millionths = millionths;
    this.clock = new Clock(world.timeline(), millionths, world.chance());
  }

  /** It is to be master or backup of a pair. */
  public void host(String pair) {
    disks.put(pair, new PairDisk(world.chance().split()));
  }

  public String name() {
    return name;
  }

  public int starts() {
    return starts;
  }

  public boolean isUp() {
    return process != null;
  }

  public boolean hasFailed() {
    return process != null && process.hasFailed();
  }

  public Collection<PairDisk> disks() {
    return disks.values();
  }

  public PairDisk disk(String pair) {
    PairDisk disk = disks.get(pair);
    if (disk == null) {
      throw new IllegalArgumentException(name + " does not hold " + pair);
    }
    return disk;
  }

  /**
   * The present life of its machine, as everybody is told. A disk that has failed may have lost
   * what was written, as a power cut does, so another life begins then, too.
   */
  public Member member() {
    boolean isIgnored = setup.breakage() == Breakage.BOOT_IGNORED;
    return new Member(name, isIgnored ? "boot" : "boot-" + (boots + failures));
  }

  /** The process there is; null: none. */
  public @Nullable Proc proc() {
    return process == null ? null : process.proc();
  }

  /** The replica of a pair in the process there is; null: there is none. */
  @Nullable SimReplica replica(String pair) {
    return process == null ? null : process.replicas().get(pair);
  }

  /** The way to a pair's journal of the process there is, to arm faults; null: it is down. */
  public @Nullable SimFiles files(String pair) {
    SimReplica replica = replica(pair);
    return replica == null ? null : replica.files();
  }

  /** What a pair's replica is, for those who look from outside; null: the node is down. */
  public @Nullable Standing standing(String pair) {
    SimReplica replica = replica(pair);
    return replica == null ? null : new Standing(replica);
  }

  /**
   * Starts a process, if there is none.
   *
   * @return whether it runs; false when a disk failed or is full
   */
  public boolean start() {
    if (process != null) {
      return true;
    }
    starts++;
    if (!host.hasPower()) {
      boots++;
      clock = new Clock(world.timeline(), millionths, world.chance());
      host.boot();
    }
    Proc proc = new Proc(host, world.timeline(), world.chance().split(), clock, this::crashed);
    proof = drawProof();
    try {
      NodeProcess begun =
          new NodeProcess(
              new WatchedMember(member(), proof.isEmpty() ? Death.NONE : Death.markOf(proof)),
              setup,
              new Place(world.split(), proc),
              disks,
              checkers,
              () -> keeper.failed(this));
      process = begun;
      world.trace().note(name + " is up, start %d, boot %d", starts, boots);
      begun.start();
      return true;
    } catch (JournalFailedException | JournalFullException e) {
      world.trace().note(name + " cannot start");
      failures++;
      proc.die();
      disks.values().forEach(PairDisk::processDied);
      return false;
    } catch (SimCrash e) {
      proc.die();
      disks.values().forEach(PairDisk::processDied);
      return false;
    }
  }

  /** Not every process is watched. */
  private String drawProof() {
    if (world.chance().percent(25)) {
      return Death.NONE;
    }
    boolean isAlike = setup.breakage() == Breakage.DEATHS_ALIKE;
    long number = isAlike ? name.hashCode() : world.chance().id();
    return "%064x".formatted(BigInteger.valueOf(number & Long.MAX_VALUE));
  }

  /** Who watches it outlives it, unless the machine's power is cut. */
  private void endSeen() {
    boolean isSeen = process != null && !proof.isEmpty();
    end();
    if (isSeen) {
      keeper.died(this, proof);
    }
  }

  private void crashed(String where) {
    world.trace().note(name + " dies " + where);
    endSeen();
    keeper.crashed(this, where);
  }

  private void end() {
    NodeProcess ended = process;
    if (ended != null) {
      failures += ended.hasDiskFailed() ? 1 : 0;
      process = null;
      ended.gone();
      ended.proc().die();
    }
    disks.values().forEach(PairDisk::processDied);
  }

  /** The process ends, whatever it was doing. */
  public void kill() {
    if (process != null) {
      world.trace().note(name + " is killed");
      endSeen();
    }
  }

  /** The machine's power is cut. */
  public void losePower() {
    if (host.hasPower()) {
      world.trace().note(name + " loses power");
      host.losePower();
      end();
      disks.values().forEach(PairDisk::losePower);
    }
  }

  /** Its disk is replaced by an empty one, which cannot be done to a machine that runs. */
  public void replaceDisk(String pair) {
    losePower();
    world.trace().note(name + " gets an empty disk for " + pair);
    disk(pair).close();
    host(pair);
  }

  /** It wants to stop, and says so to Admin. */
  public void leave() {
    if (process != null) {
      world.trace().note(name + " wants to leave");
      process.leave();
    }
  }

  /** One of the process's threads dies: the one of a pair's disk, or the one of everything else. */
  public void loseThread(String pair, boolean isOfDisk) {
    SimReplica replica = replica(pair);
    if (process != null && isOfDisk && replica != null) {
      replica.loseFlushThread();
    } else if (process != null) {
      world.trace().note(name + " loses its loop");
      process.loseLoop();
    }
  }

  /** Pauses the process. */
  public void pause(boolean inTheMiddle) {
    Proc proc = proc();
    if (proc != null) {
      world.trace().note(name + (inTheMiddle ? " will be stopped in the middle" : " is stopped"));
      if (inTheMiddle) {
        proc.stopAfterNext();
      } else {
        proc.stop();
      }
    }
  }

  public void wake() {
    Proc proc = proc();
    if (proc != null && process != null && !process.hasLostLoop()) {
      world.trace().note(name + " goes on");
      proc.wake();
    }
  }

  /** From now on disks do not fail. */
  public void behave() {
    for (Map.Entry<String, PairDisk> disk : disks.entrySet()) {
      disk.getValue().slowDown(0, 0);
      disk.getValue().dieInNextMove(-1);
      disk.getValue().journal().leaveFree(Long.MAX_VALUE);
      SimFiles files = files(disk.getKey());
      if (files != null) {
        files.behave();
      }
    }
  }

  @Override
  public void close() {
    disks.values().forEach(PairDisk::close);
  }
}
