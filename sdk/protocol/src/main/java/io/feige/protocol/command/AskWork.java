package io.feige.protocol.command;

import io.feige.protocol.model.Range;
import java.nio.ByteBuffer;

/**
 * Asks whoever works on a topic of work, and waits for the answer of one of them.
 *
 * @param epoch the epoch the caller believes in; 0: any. A replica of another one refuses
 * @param timeoutMillis after which nobody wants the answer any more, counted by the node; 1 to
 *     {@value #MAX_TIMEOUT_MILLIS}
 * @param batch of exactly one record: what the worker gets
 */
public record AskWork(String topic, long epoch, int timeoutMillis, ByteBuffer batch)
    implements Request, OfEpoch {
  /** An hour: what takes longer is not waited for. */
  public static final int MAX_TIMEOUT_MILLIS = 3_600_000;

  /**
   * Refuses a time that is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public AskWork {
    Range.require("timeoutMillis", timeoutMillis, 1, MAX_TIMEOUT_MILLIS);
  }

  @Override
  public CommandType type() {
    return CommandType.WORK_ASK;
  }
}
