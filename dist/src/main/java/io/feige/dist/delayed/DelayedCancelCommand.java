package io.feige.dist.delayed;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.Confirmation;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes a message back that waits for its time. */
@Command(
    name = "cancel",
    description = {
      "Takes back a message that waits for its time: it is never delivered. There is no way back.",
      "",
      "It asks, unless --yes is given; a script has to give it. A message that was delivered or"
          + " cancelled already is refused with DELAYED_NOT_FOUND."
    },
    footer = {
      "",
      "Examples:",
      "  feige delayed cancel orders pair-1/4711.0",
      "  feige delayed cancel orders pair-1/4711.0 --yes"
    })
public final class DelayedCancelCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(
      index = "1",
      paramLabel = "ID",
      description = "The message, as 'delayed list' names it.")
  private String id = "";

  @Mixin private Confirmation confirmation = new Confirmation();

  public DelayedCancelCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      confirmation.require(
          context, "Message " + id + " of topic " + topic + " will never be delivered", id);
      client.delayed().cancel(topic, id);
      context.answer(
          Map.of("cancelled", id), "Message " + id + " of topic " + topic + " is cancelled.");
    }
  }
}
