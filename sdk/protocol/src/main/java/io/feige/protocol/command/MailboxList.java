package io.feige.protocol.command;

import io.feige.protocol.model.MailboxDescription;
import java.util.List;

/**
 * Answer to {@link ListMailboxes}: one page.
 *
 * @param total mailboxes of the topic here, on whatever page
 * @param next the next page begins behind this identity; empty: this is the last one
 */
public record MailboxList(int total, List<MailboxDescription> mailboxes, String next)
    implements Result {
  /** Takes a copy of the list. */
  public MailboxList {
    mailboxes = List.copyOf(mailboxes);
  }

  @Override
  public CommandType type() {
    return CommandType.MAILBOX_LIST;
  }
}
