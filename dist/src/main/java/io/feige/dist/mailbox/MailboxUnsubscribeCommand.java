package io.feige.dist.mailbox;

import io.feige.client.FeigeClient;
import io.feige.client.Mailbox;
import io.feige.client.Subscription;
import io.feige.dist.cli.Context;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Ends subscriptions of a mailbox. */
@Command(
    name = "unsubscribe",
    description = {
      "Ends subscriptions of a mailbox. What has come already stays in it. A filter that it does not"
          + " have is passed over."
    },
    footer = {"", "Example:", "  feige mailbox unsubscribe inbox alice room/7"})
public final class MailboxUnsubscribeCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "IDENTITY", description = "Whose mailbox.")
  private String identity = "";

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "FILTER",
      description = "As it was given when it was subscribed.")
  private List<String> filters = List.of();

  public MailboxUnsubscribeCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      Mailbox mailbox = client.mailboxes(topic).open(identity);
      mailbox.change(List.of(), filters);
      List<Subscription> left = mailbox.subscriptions();
      context.answer(
          new MailboxSubscriptions(identity, left),
          identity + " has unsubscribed; subscriptions: " + left.size() + ".");
    }
  }
}
