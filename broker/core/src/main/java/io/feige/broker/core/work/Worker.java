package io.feige.broker.core.work;

import java.util.LinkedHashSet;

/** Somebody who answers requests, so many at a time. */
final class Worker implements Comparable<Worker> {
  final long id;

  /** Numbers of what it has and has not given back, also of what nobody wants any more. */
  final LinkedHashSet<Long> jobs = new LinkedHashSet<>();

  int most;
  boolean drains;

  /** It waits for something to do; it is told of nothing otherwise. */
  boolean isAsking;

  /** Bytes of what it is to be told of in the answer that comes next. */
  long told;

  private long turn;

  /** One that takes nothing yet. */
  Worker(long id) {
    this.id = id;
  }

  boolean isFree(long mostBytesAtOnce) {
    return isAsking && !drains && jobs.size() < most && told < mostBytesAtOnce;
  }

  void take(Job job, long newTurn) {
    turn = newTurn;
    told += job.work().bytes();
    jobs.add(job.id());
  }

  void giveBack(long job, long newTurn) {
    turn = newTurn;
    jobs.remove(job);
  }

  /** The least busy first; of equally busy ones the one that was heard of longest ago. */
  @Override
  public int compareTo(Worker other) {
    int byJobs = Integer.compare(jobs.size(), other.jobs.size());
    int byTurn = byJobs == 0 ? Long.compare(turn, other.turn) : byJobs;
    return byTurn == 0 ? Long.compare(id, other.id) : byTurn;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Worker worker && id == worker.id;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id);
  }
}
