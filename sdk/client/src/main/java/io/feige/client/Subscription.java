package io.feige.client;

/**
 * What comes into a mailbox beside what is sent to its owner: the messages of some channels.
 *
 * @param filter a channel's name, or a pattern: {@code +} stands for one whole level between {@code
 *     /}, {@code #} in the end for any number of them
 * @param tag whatever the subscriber wants to be told about it again, 0 or more
 */
public record Subscription(String filter, long tag) {}
