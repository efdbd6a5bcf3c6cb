package io.feige.dist.mailbox;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.Confirmation;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Ends a mailbox. */
@Command(
    name = "delete",
    description = {
      "Ends a mailbox: what was in it and how far it was acked is forgotten. The next message to"
          + " its owner begins it anew. The messages stay in the topic as long as its retention"
          + " says, but in nobody's mailbox.",
      "",
      "It asks, unless --yes is given; a script has to give it."
    },
    footer = {"", "Example:", "  feige mailbox delete inbox alice --yes"})
public final class MailboxDeleteCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "IDENTITY", description = "Whose mailbox.")
  private String identity = "";

  @Mixin private Confirmation confirmation = new Confirmation();

  public MailboxDeleteCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      confirmation.require(
          context, "The mailbox of " + identity + " in topic " + topic + " will end", identity);
      client.mailboxes(topic).delete(identity);
      context.answer(Map.of("deleted", identity), "The mailbox of " + identity + " is deleted.");
    }
  }
}
