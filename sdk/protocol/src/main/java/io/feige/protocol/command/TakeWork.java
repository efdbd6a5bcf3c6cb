package io.feige.protocol.command;

import io.feige.protocol.model.Range;

/**
 * Offers to work on a topic of work, and waits for something to do. The offer stands until the
 * connection ends or another one changes it, also while nothing waits.
 *
 * @param epoch the epoch the caller believes in; 0: any. A replica of another one refuses
 * @param stage of the topic
 * @param worker a number of the caller's own; several workers may share a connection
 * @param most how many requests it works on at a time, 1 to {@value #MAX_MOST}; 0: it takes nothing
 *     new, and finishes what it has
 * @param waitMillis how long to wait while there is nothing; 0: answer at once. With both 0 it
 *     takes the offer back, and what it still has goes to others
 */
public record TakeWork(String topic, long epoch, String stage, int worker, int most, int waitMillis)
    implements Request, OfEpoch {
  /** The most requests that a worker has at a time. */
  public static final int MAX_MOST = 1_000;

  /**
   * Refuses an offer that is out of range.
   *
   * @throws IllegalArgumentException naming the field and its range
   */
  public TakeWork {
    Range.require("most", most, 0, MAX_MOST);
  }

  /** Whether the worker leaves. */
  public boolean isLeave() {
    return most == 0 && waitMillis == 0;
  }

  /** The same, parked no longer than that. */
  public TakeWork waitingAtMost(int millis) {
    return new TakeWork(topic, epoch, stage, worker, most, Math.min(waitMillis, millis));
  }

  @Override
  public CommandType type() {
    return CommandType.WORK_TAKE;
  }
}
