package io.feige.broker.core.turn;

import io.feige.broker.core.port.Now;

/** What a turn runs on: time, and being called again. */
public interface TurnLoop {
  /** The time. */
  Now now();

  /** The monotonic time alone. */
  long nanos();

  /** {@link PairTurn#drain} is wanted, behind everything that has come already. */
  void drainSoon();

  /** {@link PairTurn#partitionsDue} is wanted at a monotonic time, or a little later. */
  void wakePartitionsBy(long nanos);

  /** {@link PairTurn#replicaDue} is wanted at a monotonic time, or a little later. */
  void wakeReplicaBy(long nanos);

  /** Admin should hear of the replica now, and not with the next heartbeat. */
  void report();

  /**
   * The replica is of no use any more until its process starts anew. Told once.
   *
   * @param words why
   */
  void failed(Throwable cause, String words);

  /**
   * Everything that was to be done before the end is done: the store is to be closed, beside the
   * turn, which does not touch it any more.
   *
   * @param isWell whether it has not failed
   */
  void close(boolean isWell);
}
