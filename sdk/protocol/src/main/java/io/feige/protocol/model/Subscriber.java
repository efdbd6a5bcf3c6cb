package io.feige.protocol.model;

/**
 * A subscription and the owner of the mailbox that has it.
 *
 * @param identity whose mailbox
 */
public record Subscriber(String identity, MailSubscription subscription) {}
