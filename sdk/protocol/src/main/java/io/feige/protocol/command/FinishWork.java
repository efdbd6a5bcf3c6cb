package io.feige.protocol.command;

import java.nio.ByteBuffer;

/**
 * Gives back a job, answered or not.
 *
 * @param epoch that of {@link WorkTaken}; numbers of jobs count in it. 0 is refused
 * @param stage the stage of {@link TakeWork}
 * @param worker its number
 * @param job {@link io.feige.protocol.model.Job#id}
 * @param status of the answer, {@value WorkAnswered#MIN_STATUS} to {@value
 *     WorkAnswered#MAX_STATUS}; {@value #NEXT}: there is none yet, the next stage is to have this
 *     (of the last stage it is the answer, with status 200); 0: there is none, and another worker
 *     is to have the job. One that is refused because of its batch counts as that
 * @param batch of exactly one record, the answer or what the next stage gets; empty with status 0
 */
public record FinishWork(
    String topic, long epoch, String stage, int worker, long job, int status, ByteBuffer batch)
    implements Request, OfEpoch {
  /** Instead of a status: the next stage is to have it. */
  public static final int NEXT = 1;

  /**
   * Refuses an answer that is none.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public FinishWork {
    if (epoch < 1) {
      throw new IllegalArgumentException("epoch must be that of the job, not " + epoch);
    }
    boolean isAnswer = status >= WorkAnswered.MIN_STATUS && status <= WorkAnswered.MAX_STATUS;
    if (status != 0 && status != NEXT && !isAnswer) {
      throw new IllegalArgumentException("status must be 0, 1 or 200 to 599, not " + status);
    }
    if (status == 0 && batch.hasRemaining()) {
      throw new IllegalArgumentException("what is given back without an answer has no batch");
    }
  }

  /** Whether it has an answer, or something for the next stage. */
  public boolean isDone() {
    return status != 0;
  }

  /** Whether the next stage is to have it. */
  public boolean isNext() {
    return status == NEXT;
  }

  @Override
  public CommandType type() {
    return CommandType.WORK_FINISH;
  }
}
