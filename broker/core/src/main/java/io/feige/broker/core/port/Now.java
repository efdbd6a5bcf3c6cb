package io.feige.broker.core.port;

/**
 * The time of an event, as its caller measured it, and what it is in the times of an activation.
 *
 * @param nanos monotonic; for leases and waiting, compared only with times of the same process
 * @param millis wall clock since 1970; for what was asked for by the wall clock
 * @param stampMillis the journal's time, which never goes back; for what is written
 * @param waitMillis milliseconds that go on with the monotonic clock; for what waits so many of
 *     them
 */
public record Now(long nanos, long millis, long stampMillis, long waitMillis) {
  /** As it was measured. */
  public Now(long nanos, long millis) {
    this(nanos, millis, millis, millis);
  }
}
