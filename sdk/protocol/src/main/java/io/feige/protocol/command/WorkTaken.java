package io.feige.protocol.command;

import io.feige.protocol.model.Job;
import java.util.List;

/**
 * Answer to {@link TakeWork}.
 *
 * @param epoch whose numbers the jobs have; what a worker has of another one nobody waits for
 * @param jobs what to work on, besides what the worker has already
 * @param unwanted numbers of jobs that it has, whose answers nobody wants any more
 */
public record WorkTaken(long epoch, List<Job> jobs, List<Long> unwanted) implements Result {
  /** Takes copies of the lists. */
  public WorkTaken {
    jobs = List.copyOf(jobs);
    unwanted = List.copyOf(unwanted);
  }

  /** How large the requests are, all together. */
  public long bytes() {
    return jobs.stream().mapToLong(job -> job.batch().remaining()).sum();
  }

  @Override
  public CommandType type() {
    return CommandType.WORK_TAKE;
  }
}
