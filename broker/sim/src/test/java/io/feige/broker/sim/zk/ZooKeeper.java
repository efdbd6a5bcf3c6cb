package io.feige.broker.sim.zk;

import io.feige.broker.core.controller.port.Decision;
import io.feige.broker.sim.pairnet.Net;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.pairnet.Side;
import io.feige.broker.sim.world.Timeline;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.cluster.PairState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The ensemble, as one process: it handles one request after the other, in the order in which they
 * come over a connection. A session lives on as long as something of it is heard; what comes over a
 * connection that it has left behind is not done.
 */
public final class ZooKeeper {
  static final String ADDRESS = "zookeeper";

  /** Who is told of everything that is stored. */
  public interface Witness {
    /**
     * A pair has changed.
     *
     * @param before as it was
     */
    void stored(PairState before, PairState after, Decision decision);
  }

  /** What came of a transaction. */
  record Outcome(boolean isLeader, PairState state, boolean isDone) {}

  /** Somebody who is known here, for a while. */
  final class Session {
    private final long id = ++lastSession;
    private final long timeoutNanos;
    private long heardNanos = timeline.nanos();
    private @Nullable Side side;
    private long candidate;
    private boolean isExpired;

    Session(long timeoutNanos) {
      this.timeoutNanos = timeoutNanos;
      look();
    }

    private void look() {
      long left = heardNanos + timeoutNanos - timeline.nanos();
      if (left > 0) {
        timeline.after(left, this::look);
      } else if (proc.isAlive()) {
        isExpired = true;
        candidates.remove(candidate);
      } else {
        timeline.after(timeoutNanos, this::look);
      }
    }

    boolean isExpired() {
      return isExpired;
    }

    /** Something comes over a connection; false: it is not this session's any more. */
    private boolean hears(Side over) {
      if (isExpired || side != over) {
        return false;
      }
      heardNanos = timeline.nanos();
      return true;
    }

    /** Whether it is the first in line; it gets into line if it is not there. */
    boolean isFirst() {
      if (candidate == 0) {
        candidate = ++lastCandidate;
        candidates.put(candidate, id);
      }
      return candidates.firstKey() == candidate;
    }

    /** Leaves the line. */
    void resign() {
      candidates.remove(candidate);
      candidate = 0;
    }
  }

  private final Timeline timeline;
  private final Net net;
  private final Witness witness;
  private final TreeMap<String, PairState> pairs = new TreeMap<>();
  private final Map<String, List<PairState>> earlier = new HashMap<>();
  private final TreeMap<Long, Long> candidates = new TreeMap<>();
  private Proc proc;
  private long lastSession;
  private long lastCandidate;
  private List<PairState> all = List.of();
  private long leaderEpoch;

  public ZooKeeper(Timeline timeline, Net net, Witness witness, Proc first) {
    this.timeline = timeline;
    this.net = net;
    this.witness = witness;
    this.proc = first;
    listen();
  }

  /** Serves again in another process; sessions have as long as ever to be heard. */
  public void restart(Proc next) {
    proc = next;
    listen();
  }

  private void listen() {
    net.listen(ADDRESS, proc, _ -> {});
  }

  public void create(PairState fresh) {
    put(fresh);
  }

  /**
   * Goes back to an earlier state, as after somebody restored its disk from a copy.
   *
   * @param back how many states of the pair ago; at most to its first activation
   * @return whether there was an earlier one
   */
  public boolean setBack(String pair, int back) {
    List<PairState> all = earlier.getOrDefault(pair, List.of());
    if (all.size() < 2) {
      return false;
    }
    put(all.get(Math.max(0, all.size() - 1 - back)));
    return true;
  }

  private void put(PairState state) {
    if (state.epoch() > 0) {
      earlier.computeIfAbsent(state.pair(), _ -> new ArrayList<>()).add(state);
    }
    pairs.put(state.pair(), state);
    all = List.copyOf(pairs.values());
  }

  /** A pair as it is stored. */
  public PairState pair(String name) {
    PairState state = pairs.get(name);
    if (state == null) {
      throw new IllegalArgumentException("no pair " + name);
    }
    return state;
  }

  /** All pairs as they are stored. */
  public List<PairState> pairs() {
    return all;
  }

  /** A session begins, or goes on over another connection; null: it is over. */
  @Nullable Session attach(@Nullable Session before, Side over, long timeoutNanos) {
    if (before != null && before.isExpired) {
      return null;
    }
    Session session = before == null ? new Session(timeoutNanos) : before;
    session.side = over;
    session.heardNanos = timeline.nanos();
    return session;
  }

  boolean hears(Session session, Side over) {
    return session.hears(over);
  }

  /** Begins another leadership. */
  long nextLeaderEpoch() {
    return ++leaderEpoch;
  }

  Outcome store(long leader, PairState next, Decision decision) {
    PairState before = pair(next.pair());
    boolean isLeader = leader == leaderEpoch;
    if (!isLeader || before.version() != next.version()) {
      return new Outcome(isLeader, before, false);
    }
    PairState after =
        new PairState(
            next.pair(),
            next.master(),
            next.backup(),
            next.active(),
            next.epoch(),
            next.inSync(),
            next.handedOver(),
            next.backupServes(),
            next.version() + 1);
    Violation.unless(
        after.epoch() >= before.epoch(),
        "the epoch of %s goes back: %s, %s",
        next.pair(),
        before,
        after);
    put(after);
    witness.stored(before, after, decision);
    return new Outcome(true, after, true);
  }
}
