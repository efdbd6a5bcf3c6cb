package io.feige.broker.core.port;

/**
 * The time of an event, as its caller measured it.
 *
 * @param nanos monotonic; for leases and waiting, compared only with times of the same process
 * @param millis wall clock since 1970; for what must outlive a restart
 */
public record Now(long nanos, long millis) {}
