package io.feige.dist.mailbox;

import io.feige.client.FeigeClient;
import io.feige.client.Mailbox;
import io.feige.client.MailboxState;
import io.feige.dist.cli.Context;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Acks messages of a mailbox. */
@Command(
    name = "ack",
    description = {
      "Says that the owner of a mailbox has dealt with everything up to a message. What was acked"
          + " already stays acked; what is not there yet is not acked."
    },
    footer = {"", "Example:", "  feige mailbox ack inbox alice 17"})
public final class MailboxAckCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "IDENTITY", description = "Whose mailbox.")
  private String identity = "";

  @Parameters(
      index = "2",
      paramLabel = "N",
      description = "Number of the last message that was dealt with.")
  private long upTo;

  public MailboxAckCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      Mailbox mailbox = client.mailboxes(topic).open(identity);
      mailbox.ack(upTo);
      MailboxState state = mailbox.state();
      context.answer(
          state,
          identity + " has acked up to " + state.acked() + "; " + state.unread() + " unread.");
    }
  }
}
