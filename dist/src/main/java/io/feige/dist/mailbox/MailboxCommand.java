package io.feige.dist.mailbox;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the commands on mailboxes. */
@Command(
    name = "mailbox",
    description = {
      "List, read, ack and delete the mailboxes of a topic, and subscribe them to channels.",
      "",
      "A topic has them if it was created with --mailbox-cap. To send to somebody, publish with"
          + " that identity as the key; to send to all who have subscribed to a channel, with @ and"
          + " its name."
    },
    footer = {
      "",
      "Examples:",
      "  feige topic create inbox --mailbox-cap 800",
      "  echo alice:hello | feige publish inbox --key-prefix-separator :",
      "  feige mailbox read inbox alice"
    })
public final class MailboxCommand extends CommandGroup {}
