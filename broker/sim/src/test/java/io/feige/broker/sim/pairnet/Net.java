package io.feige.broker.sim.pairnet;

import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Timeline;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All machines, the ways between them, and who listens where. */
public final class Net {
  private static final long SOONEST_TIMEOUT_NANOS = 300 * Timeline.MILLI;
  private static final long LATEST_TIMEOUT_NANOS = 2_000 * Timeline.MILLI;

  /** Who takes connections. */
  public interface Door {
    /** A connection is there; called in the listening process. */
    void opened(Side side);
  }

  /** Who dials. */
  public interface Caller {
    void opened(Side side);

    void failed();
  }

  private record Listening(Proc proc, Door door) {}

  private final Timeline timeline;
  private final Chance chance;
  private final TreeMap<String, Host> hosts = new TreeMap<>();
  private final TreeMap<String, Path> paths = new TreeMap<>();
  private final TreeMap<String, Listening> listening = new TreeMap<>();
  private final int mostWaitingBytes;

  public Net(Timeline timeline, Chance chance) {
    this.timeline = timeline;
    this.chance = chance;
    this.mostWaitingBytes = chance.percent(30) ? chance.between(2_000, 20_000) : 256 << 10;
  }

  public Host host(String name) {
    return hosts.computeIfAbsent(name, Host::new);
  }

  /** The way from one machine to another. */
  public Path path(String from, String to) {
    return paths.computeIfAbsent(from + ">" + to, _ -> new Path(chance.split()));
  }

  /** Everything goes through, at once. */
  public void heal() {
    for (Path path : paths.values()) {
      path.slowDown(0, 0);
      path.heal();
    }
  }

  /** A process takes connections under a name, until it dies. */
  public void listen(String address, Proc proc, Door door) {
    listening.put(address, new Listening(proc, door));
  }

  /** Dials an address on a machine; the caller hears exactly once what came of it. */
  public void dial(Proc from, String host, String address, Caller caller) {
    from.emit(() -> new Dial(from, caller, address).begin(host(host)));
  }

  /** A connection that is being made. */
  private final class Dial {
    private final Proc from;
    private final Caller caller;
    private final String address;
    private boolean isOver;

    Dial(Proc from, Caller caller, String address) {
      this.from = from;
      this.caller = caller;
      this.address = address;
    }

    void begin(Host to) {
      timeline.after(chance.between(SOONEST_TIMEOUT_NANOS, LATEST_TIMEOUT_NANOS), this::fail);
      Path there = path(from.host().name(), to.name());
      if (!there.isCut()) {
        timeline.after(there.delay(), () -> arrive(to));
      }
    }

    private void fail() {
      if (!isOver) {
        isOver = true;
        from.arrive(caller::failed);
      }
    }

    private void arrive(Host to) {
      if (isOver || !to.hasPower()) {
        return;
      }
      Path back = path(to.name(), from.host().name());
      @Nullable Listening at = listening.get(address);
      if (at == null || !at.proc().isAlive()) {
        if (!back.isCut()) {
          timeline.after(back.delay(), this::fail);
        }
        return;
      }
      at.proc().arrive(() -> accept(at, back));
    }

    private void accept(Listening at, Path back) {
      if (isOver) {
        return;
      }
      Side near = new Side(from, mostWaitingBytes);
      Side far = new Side(at.proc(), mostWaitingBytes);
      Path there = path(from.host().name(), at.proc().host().name());
      near.joined(new Lane(timeline, chance, there, back, near, far), far);
      far.joined(new Lane(timeline, chance, back, there, far, near), near);
      at.door().opened(far);
      far.send(0, () -> opened(near));
    }

    private void opened(Side near) {
      if (isOver) {
        near.close();
      } else {
        isOver = true;
        caller.opened(near);
      }
    }
  }
}
