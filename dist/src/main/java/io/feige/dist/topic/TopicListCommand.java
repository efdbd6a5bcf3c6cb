package io.feige.dist.topic;

import io.feige.admin.json.TopicJson;
import io.feige.client.FeigeClient;
import io.feige.client.TopicDescription;
import io.feige.dist.cli.Context;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists the topics. */
@Command(
    name = "list",
    description = "Lists the topics by name; with --json an object a line.",
    footer = {"", "Example:", "  feige topic list --json"})
public final class TopicListCommand implements Runnable {
  private final Context context;

  public TopicListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      List<TopicDescription> topics = client.topics().list();
      if (context.isJson()) {
        topics.forEach(topic -> context.terminal().json(TopicJson.of(topic)));
      } else {
        context.terminal().line(TopicWords.list(topics));
      }
    }
  }
}
