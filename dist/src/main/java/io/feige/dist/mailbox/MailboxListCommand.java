package io.feige.dist.mailbox;

import io.feige.client.FeigeClient;
import io.feige.client.MailboxPage;
import io.feige.client.MailboxState;
import io.feige.client.Mailboxes;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the mailboxes of a topic. */
@Command(
    name = "list",
    description = {
      "Lists the mailboxes of a topic by their owners' identities; with --json an object a line.",
      "",
      "UNREAD are the messages in it that are not acked; DROPPED those that were not acked when they"
          + " made room for others."
    },
    footer = {
      "",
      "Examples:",
      "  feige mailbox list inbox",
      "  feige mailbox list inbox --after m --limit 1000 --json"
    })
public final class MailboxListCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Mixin private PageOptions page = new PageOptions();

  public MailboxListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    int limit = page.limit();
    try (FeigeClient client = context.connect()) {
      Mailboxes mailboxes = client.mailboxes(topic);
      List<MailboxState> found = new ArrayList<>();
      MailboxPage part = mailboxes.list(page.after(), Math.min(limit, MailboxPage.MAX_LIMIT));
      found.addAll(part.mailboxes());
      while (part.next().isPresent() && found.size() < limit) {
        int left = Math.min(limit - found.size(), MailboxPage.MAX_LIMIT);
        part = mailboxes.list(part.next().get(), left);
        found.addAll(part.mailboxes());
      }
      if (context.isJson()) {
        found.forEach(context.terminal()::json);
      } else {
        context.terminal().line(words(found, part.total()));
      }
    }
  }

  private String words(List<MailboxState> found, long total) {
    if (found.isEmpty()) {
      return total == 0
          ? "Topic " + topic + " has no mailbox yet: nobody was sent anything."
          : "No mailbox comes after " + page.after() + "; there are " + Human.count(total) + ".";
    }
    Table table = new Table("IDENTITY", "PAIR", "UNREAD", "HELD", "LAST", "DROPPED");
    for (MailboxState mailbox : found) {
      table.row(
          mailbox.identity(),
          mailbox.pair(),
          Human.count(mailbox.unread()),
          Human.count(mailbox.held()),
          mailbox.end(),
          Human.count(mailbox.dropped()));
    }
    return table.text()
        + "\n"
        + Human.count(found.size())
        + " of "
        + Human.count(total)
        + " mailboxes.";
  }
}
