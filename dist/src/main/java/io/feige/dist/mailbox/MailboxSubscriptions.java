package io.feige.dist.mailbox;

import io.feige.client.Subscription;
import java.util.List;

/** What is told of a mailbox's subscriptions with {@code --json}. */
record MailboxSubscriptions(String identity, List<Subscription> subscriptions) {}
