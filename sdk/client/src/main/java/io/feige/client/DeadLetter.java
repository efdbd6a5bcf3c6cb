package io.feige.client;

/**
 * Where a message of a dead-letter topic comes from, and why it is there.
 *
 * @param topic the topic where it was
 * @param group the consumer group that has given it up; the other groups of that topic have it
 *     still
 * @param offset its offset in that topic, at the same pair
 * @param attempts how often it was delivered to the group
 * @param consumer who rejected it, or gave up the last attempt; empty if a lease ended and nobody
 *     did
 * @param reason what {@link Delivery#reject} was given, or why it was given up without that
 */
public record DeadLetter(
    String topic, String group, long offset, int attempts, String consumer, String reason) {}
