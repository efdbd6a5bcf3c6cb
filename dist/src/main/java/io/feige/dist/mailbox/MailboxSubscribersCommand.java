package io.feige.dist.mailbox;

import io.feige.client.FeigeClient;
import io.feige.client.MailboxPage;
import io.feige.client.Mailboxes;
import io.feige.dist.cli.Context;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists who has subscribed with a filter. */
@Command(
    name = "subscribers",
    description = {
      "Lists who has subscribed with a filter, as it is written, by identity. With a channel's name"
          + " as the filter these are the members of a group; those who have it by a pattern are"
          + " not among them."
    },
    footer = {"", "Example:", "  feige mailbox subscribers inbox room/7"})
public final class MailboxSubscribersCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "FILTER", description = "A channel's name or a pattern.")
  private String filter = "";

  @Mixin private PageOptions page = new PageOptions();

  /** What is told with {@code --json}. */
  record Subscribers(String filter, List<String> identities) {}

  public MailboxSubscribersCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      List<String> found = find(client.mailboxes(topic));
      String words =
          found.isEmpty() ? "Nobody has subscribed to " + filter + "." : String.join("\n", found);
      context.answer(new Subscribers(filter, found), words);
    }
  }

  private List<String> find(Mailboxes mailboxes) {
    List<String> found = new ArrayList<>();
    int limit = page.limit();
    String behind = page.after();
    while (found.size() < limit) {
      int asked = Math.min(limit - found.size(), MailboxPage.MAX_LIMIT);
      List<String> part = mailboxes.subscribers(filter, behind, asked);
      found.addAll(part);
      if (part.size() < asked) {
        break;
      }
      behind = part.getLast();
    }
    return found;
  }
}
