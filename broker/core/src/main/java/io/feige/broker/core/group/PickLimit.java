package io.feige.broker.core.group;

/**
 * How much one pull may take.
 *
 * @param messages at most, at least 1
 * @param bytes of frames at most; the first frame is taken whatever its size
 * @param leaseNanos length of the lease
 */
public record PickLimit(int messages, long bytes, long leaseNanos) {}
