package io.feige.broker.server.ops;

/**
 * How far a consumer group is behind.
 *
 * @param lag messages that are not settled
 * @param outstanding of these, delivered and under a lease
 */
public record GroupLag(String pair, String topic, String group, long lag, long outstanding) {}
