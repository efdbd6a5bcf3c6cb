package io.feige.dist.topic;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Deletes a topic. */
@Command(
    name = "delete",
    description = "Deletes a topic with its messages and groups. There is no way back.",
    footer = {"", "Example:", "  feige topic delete orders"})
public final class TopicDeleteCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "NAME", description = "The topic.")
  private String name = "";

  public TopicDeleteCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      client.topics().delete(name);
      context.answer(Map.of("deleted", name), "Topic " + name + " is deleted.");
    }
  }
}
