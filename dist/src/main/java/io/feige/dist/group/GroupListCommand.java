package io.feige.dist.group;

import io.feige.admin.json.GroupJson;
import io.feige.client.FeigeClient;
import io.feige.client.GroupDescription;
import io.feige.dist.cli.Context;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Lists the groups. */
@Command(
    name = "list",
    description = "Lists the groups of one topic or of all; with --json an object a line.",
    footer = {"", "Examples:", "  feige group list", "  feige group list orders --json"})
public final class GroupListCommand implements Runnable {
  private final Context context;

  @Parameters(
      paramLabel = "TOPIC",
      arity = "0..1",
      description = "The topic; without it the groups of all topics.")
  private String topic = "";

  public GroupListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      List<GroupDescription> groups =
          topic.isEmpty() ? client.groups().list() : client.groups().list(topic);
      if (context.isJson()) {
        groups.forEach(group -> context.terminal().json(GroupJson.of(group)));
      } else {
        context.terminal().line(GroupWords.list(groups));
      }
    }
  }
}
