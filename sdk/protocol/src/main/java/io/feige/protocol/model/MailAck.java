package io.feige.protocol.model;

/**
 * The owner of a mailbox has dealt with its messages up to one.
 *
 * @param identity whose mailbox
 * @param upTo sequence of the last of them; lower than what was acked before changes nothing
 */
public record MailAck(String identity, long upTo) {
  /** Refuses a sequence below 0. */
  public MailAck {
    Range.requireNotNegative("upTo", upTo);
  }
}
