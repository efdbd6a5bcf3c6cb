package io.feige.protocol.command;

import io.feige.protocol.model.Range;
import java.nio.ByteBuffer;

/**
 * Answer to {@link AskWork}: what a worker replied.
 *
 * @param status as in HTTP, 200 to 599: whether the worker could do it, which the node does not
 *     look at
 * @param batch of exactly one record
 */
public record WorkAnswered(long epoch, int status, ByteBuffer batch) implements Result {
  /** It was done. */
  public static final int DONE = 200;

  /** The least status. */
  public static final int MIN_STATUS = 200;

  /** The greatest status. */
  public static final int MAX_STATUS = 599;

  /**
   * Refuses a status that is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public WorkAnswered {
    Range.require("status", status, MIN_STATUS, MAX_STATUS);
  }

  @Override
  public CommandType type() {
    return CommandType.WORK_ASK;
  }
}
