package io.feige.broker.core.work;

import io.feige.broker.core.port.Ticket;

/**
 * A request, as it came.
 *
 * @param holder who asked, and is answered
 * @param askedNanos monotonic time at which it came to its stage
 * @param deadlineNanos monotonic time from which nobody wants the answer any more
 * @param bytes that it takes in memory
 * @param body what the worker gets; whoever hands it on knows what it is
 */
public record Work(Ticket holder, long askedNanos, long deadlineNanos, int bytes, Object body) {
  /** The same for the next stage: what the last one made of it. */
  public Work passedOn(long nowNanos, int newBytes, Object newBody) {
    return new Work(holder, nowNanos, deadlineNanos, newBytes, newBody);
  }
}
