package io.feige.protocol.command;

import io.feige.protocol.model.IdentityRule;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.Range;
import java.util.List;

/**
 * Says what owners of mailboxes have dealt with. A mailbox that does not exist is passed over, and
 * what is not there yet is not acked.
 *
 * @param epoch the epoch the caller believes in; 0: any. A replica of another one refuses
 */
public record AckMail(String topic, long epoch, List<MailAck> acks) implements Request, OfEpoch {
  /** The most mailboxes that one request speaks of. */
  public static final int MAX_ACKS = 1_000;

  /** The most bytes that one of them takes. */
  public static final int MOST_ACK_BYTES = 2 + IdentityRule.MAX_BYTES + 8;

  /**
   * Takes a copy of the list.
   *
   * @throws IllegalArgumentException if it is longer than {@link #MAX_ACKS}
   */
  public AckMail {
    Range.require("acks", acks.size(), 0, MAX_ACKS);
    acks = List.copyOf(acks);
  }

  @Override
  public CommandType type() {
    return CommandType.MAIL_ACK;
  }
}
