package io.feige.protocol.model;

/**
 * What comes into a mailbox beside what is sent to its owner: messages of channels.
 *
 * @param filter which channels, see {@link ChannelRule}
 * @param tag whatever the subscriber wants to be told about it again; brokers make nothing of it
 */
public record MailSubscription(String filter, long tag) {
  /** Refuses a tag below 0. */
  public MailSubscription {
    Range.requireNotNegative("tag", tag);
  }
}
