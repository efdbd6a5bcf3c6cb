package io.feige.client;

import java.util.List;
import java.util.Optional;

/**
 * Some mailboxes of a topic, by identity.
 *
 * @param total mailboxes of the topic, on whatever page
 * @param mailboxes those of this page
 * @param next what the next page comes after; empty: this is the last one
 */
public record MailboxPage(long total, List<MailboxState> mailboxes, Optional<String> next) {
  /** The most mailboxes on a page. */
  public static final int MAX_LIMIT = 1_000;

  /** Takes a copy of the list. */
  public MailboxPage {
    mailboxes = List.copyOf(mailboxes);
  }
}
