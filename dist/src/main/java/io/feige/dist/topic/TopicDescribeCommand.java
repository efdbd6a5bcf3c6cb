package io.feige.dist.topic;

import io.feige.admin.json.TopicJson;
import io.feige.client.FeigeClient;
import io.feige.client.TopicDescription;
import io.feige.dist.cli.Context;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Describes one topic. */
@Command(
    name = "describe",
    description = "Shows one topic: its settings, offsets and size.",
    footer = {"", "Example:", "  feige topic describe orders"})
public final class TopicDescribeCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "The topic.")
  private String name = "";

  public TopicDescribeCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      TopicDescription topic = client.topics().describe(name);
      context.answer(TopicJson.of(topic), TopicWords.one(topic));
    }
  }
}
