package io.feige.broker.core.work;

/** What a stage of work has decided. */
public interface WorkSink {
  /** Why a request is not answered by a worker. */
  enum Reason {
    /** No worker is there, or none that takes new work. */
    NO_WORKER,
    /** The queue is full. */
    FULL,
    /** Workers are there, and have given it back again and again. */
    GIVEN_BACK,
    /** Its deadline has come. */
    TOO_LATE,
    /** Workers were lost while they had it, or spoilt it: too many, or the last one. */
    WORKERS_LOST
  }

  /**
   * Whether a worker that asks can be told of something now. If not it counts as one that does not
   * ask, and is to ask again.
   */
  boolean canHear(long worker);

  /** A worker is to answer it. */
  void assigned(long worker, Job job);

  /** The holder of a request is told that no worker answers it. */
  void refused(Work work, Reason reason);

  /** A worker is told that nobody wants its answer any more. */
  void unwanted(long worker, Job job);
}
