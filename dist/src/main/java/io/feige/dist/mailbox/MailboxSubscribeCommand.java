package io.feige.dist.mailbox;

import io.feige.client.FeigeClient;
import io.feige.client.Mailbox;
import io.feige.client.Subscription;
import io.feige.dist.cli.Context;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lets messages of channels come into a mailbox. */
@Command(
    name = "subscribe",
    description = {
      "Lets messages of channels come into a mailbox from now on, beside what is sent to its owner."
          + " The mailbox begins if there is none.",
      "",
      "A filter is a channel's name, or a pattern: + stands for one whole level between /, # in the"
          + " end for any number of them. To send to a channel, publish with @ and its name as the"
          + " key."
    },
    footer = {
      "",
      "Examples:",
      "  feige mailbox subscribe inbox alice room/7 news/#",
      "  echo @room/7:hello | feige publish inbox --key-prefix-separator :",
      "  feige mailbox read inbox alice"
    })
public final class MailboxSubscribeCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "IDENTITY", description = "Whose mailbox.")
  private String identity = "";

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "FILTER",
      description = "Which channels.")
  private List<String> filters = List.of();

  @Option(
      names = "--tag",
      paramLabel = "N",
      defaultValue = "0",
      description = "A number that is told with the subscription; ${DEFAULT-VALUE} unless given.")
  private long tag;

  public MailboxSubscribeCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      Mailbox mailbox = client.mailboxes(topic).open(identity);
      List<Subscription> added = new ArrayList<>();
      filters.forEach(filter -> added.add(new Subscription(filter, tag)));
      mailbox.change(added, List.of());
      List<Subscription> all = mailbox.subscriptions();
      context.answer(
          new MailboxSubscriptions(identity, all),
          identity + " has subscribed; subscriptions: " + all.size() + ".");
    }
  }
}
