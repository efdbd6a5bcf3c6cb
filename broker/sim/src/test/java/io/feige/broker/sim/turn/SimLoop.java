package io.feige.broker.sim.turn;

import io.feige.broker.core.port.Now;
import io.feige.broker.core.turn.PairTurn;
import io.feige.broker.core.turn.TurnLoop;
import io.feige.broker.sim.world.Chance;
import io.feige.broker.sim.world.Violation;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls a replica's turn in simulated time. A turn that is woken again and again and does nothing
 * is a fault, too.
 */
public final class SimLoop implements TurnLoop {
  private static final int WAKES_FOR_NOTHING = 2_000;
  private static final long SHORTEST_NANOS = 1_000;
  private static final long LONGEST_BURST_NANOS = 30_000;

  /** Who hears how it ends. */
  public interface Owner {
    void report();

    void failed(Throwable cause, String words);

    void closed(boolean isWell);
  }

  private final Pace pace;
  private final Chance chance;
  private final Owner owner;
  private final Timer partitions = new Timer();
  private final Timer replica = new Timer();
  private @Nullable PairTurn turn;
  private long effects;
  private long effectsBefore;
  private int wakesForNothing;

  public SimLoop(Pace pace, Chance chance, Owner owner) {
    this.pace = pace;
    this.chance = chance;
    this.owner = owner;
  }

  /** Whose turn it calls, and how often it lets it keep house. */
  public void serve(PairTurn of, long everyNanos) {
    turn = of;
    pace.after(everyNanos, () -> keepHouse(everyNanos));
  }

  private PairTurn turn() {
    return Objects.requireNonNull(turn, "nobody has a turn yet");
  }

  private void keepHouse(long everyNanos) {
    wakesForNothing = 0;
    pace.after(everyNanos, () -> keepHouse(everyNanos));
    turn().keepHouse();
  }

  /** A turn has brought something about. */
  public void hasEffect() {
    effects++;
  }

  /** A wake-up: the earliest that was asked for. */
  private final class Timer {
    private long wakeAtNanos = Long.MAX_VALUE;

    void wakeBy(long nanos, Runnable duty) {
      if (nanos < wakeAtNanos) {
        wakeAtNanos = nanos;
        pace.after(Math.max(SHORTEST_NANOS, nanos - pace.nanos()), () -> wake(nanos, duty));
      }
    }

    private void wake(long scheduledFor, Runnable duty) {
      if (wakeAtNanos == scheduledFor) {
        wakeAtNanos = Long.MAX_VALUE;
      }
      wakesForNothing = effects == effectsBefore ? wakesForNothing + 1 : 0;
      effectsBefore = effects;
      Violation.unless(
          wakesForNothing < WAKES_FOR_NOTHING,
          "the replica woke %d times and had nothing to do",
          wakesForNothing);
      duty.run();
    }
  }

  @Override
  public Now now() {
    return new Now(pace.nanos(), pace.millis());
  }

  @Override
  public long nanos() {
    return pace.nanos();
  }

  @Override
  public void drainSoon() {
    pace.afterTrue(chance.between(0L, LONGEST_BURST_NANOS), turn()::drain);
  }

  @Override
  public void wakePartitionsBy(long nanos) {
    partitions.wakeBy(nanos, turn()::partitionsDue);
  }

  @Override
  public void wakeReplicaBy(long nanos) {
    replica.wakeBy(nanos, turn()::replicaDue);
  }

  @Override
  public void report() {
    hasEffect();
    owner.report();
  }

  @Override
  public void failed(Throwable cause, String words) {
    if (cause instanceof Error error) {
      throw error;
    }
    owner.failed(cause, words);
  }

  @Override
  public void close(boolean isWell) {
    owner.closed(isWell);
  }
}
