package io.feige.broker.core.group;

/**
 * How much one pull may take.
 *
 * @param messages at most, at least 1
 * @param bytes of frames at most; the first frame is taken whatever its size
 * @param grant to whom, and on which terms
 */
public record PickLimit(int messages, long bytes, Grant grant) {}
