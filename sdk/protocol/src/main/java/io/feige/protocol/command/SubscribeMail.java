package io.feige.protocol.command;

import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.Range;
import java.util.List;

/**
 * Changes what comes into a mailbox beside what is sent to its owner. The mailbox begins with its
 * first subscription if there is none yet. All of it is done, or nothing.
 *
 * @param epoch the epoch the caller believes in; 0: any. A replica of another one refuses
 * @param identity whose mailbox
 * @param added what comes from now on; one that is there gets the tag
 * @param removed filters of those that end; what is not there is passed over
 */
public record SubscribeMail(
    String topic, long epoch, String identity, List<MailSubscription> added, List<String> removed)
    implements Request, OfEpoch {
  /** The most filters that are added, and that are removed, by one request. */
  public static final int MAX_FILTERS = 1_000;

  /**
   * Takes copies of the lists.
   *
   * @throws IllegalArgumentException if one is longer than {@link #MAX_FILTERS}
   */
  public SubscribeMail {
    Range.require("added", added.size(), 0, MAX_FILTERS);
    Range.require("removed", removed.size(), 0, MAX_FILTERS);
    added = List.copyOf(added);
    removed = List.copyOf(removed);
  }

  @Override
  public CommandType type() {
    return CommandType.MAIL_SUBSCRIBE;
  }
}
