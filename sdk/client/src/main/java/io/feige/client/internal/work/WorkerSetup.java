package io.feige.client.internal.work;

import io.feige.client.JobHandler;
import io.feige.client.Worker;
import io.feige.client.WorkerBuilder;
import io.feige.protocol.command.TakeWork;

/** Gathers the settings of a worker. */
public final class WorkerSetup implements WorkerBuilder {
  /** Who starts workers. */
  public interface Maker {
    /** Starts one. */
    Worker worker(int concurrency, JobHandler handler);
  }

  private final Maker maker;
  private int concurrency = 1;

  /** With the defaults. */
  public WorkerSetup(Maker maker) {
    this.maker = maker;
  }

  @Override
  public WorkerBuilder concurrency(int jobs) {
    if (jobs < 1 || jobs > TakeWork.MAX_MOST) {
      throw new IllegalArgumentException("concurrency must be 1 to 1000, not " + jobs);
    }
    concurrency = jobs;
    return this;
  }

  @Override
  public Worker handle(JobHandler handler) {
    return maker.worker(concurrency, handler);
  }
}
