package io.feige.dist.topic;

import io.feige.client.FeigeClient;
import io.feige.client.TopicDescription;
import io.feige.dist.cli.Confirmation;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Human;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deletes a topic. */
@Command(
    name = "delete",
    description = {
      "Deletes a topic with its messages and groups. There is no way back.",
      "",
      "It says what will be lost and asks, unless --yes is given; a script has to give it."
    },
    footer = {"", "Examples:", "  feige topic delete orders", "  feige topic delete orders --yes"})
public final class TopicDeleteCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "The topic.")
  private String name = "";

  @Mixin private Confirmation confirmation = new Confirmation();

  public TopicDeleteCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      confirmation.require(context, loss(client.topics().describe(name)), name);
      client.topics().delete(name);
      context.answer(Map.of("deleted", name), "Topic " + name + " is deleted.");
    }
  }

  private static String loss(TopicDescription topic) {
    return "Topic "
        + topic.spec().name()
        + " with "
        + Human.count(topic.endOffset() - topic.startOffset())
        + " messages ("
        + Human.bytes(topic.bytes())
        + ") and its groups will be deleted for good";
  }
}
