package io.feige.dist.mailbox;

import io.feige.client.FeigeClient;
import io.feige.client.Subscription;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Table;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the subscriptions of a mailbox. */
@Command(
    name = "subscriptions",
    description = "Lists what comes into a mailbox beside what is sent to its owner, by filter.",
    footer = {"", "Example:", "  feige mailbox subscriptions inbox alice"})
public final class MailboxSubscriptionsCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "IDENTITY", description = "Whose mailbox.")
  private String identity = "";

  public MailboxSubscriptionsCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      List<Subscription> all = client.mailboxes(topic).open(identity).subscriptions();
      context.answer(new MailboxSubscriptions(identity, all), words(all));
    }
  }

  private String words(List<Subscription> all) {
    if (all.isEmpty()) {
      return identity + " has no subscriptions.";
    }
    Table table = new Table("FILTER", "TAG");
    all.forEach(each -> table.row(each.filter(), each.tag()));
    return table.text();
  }
}
