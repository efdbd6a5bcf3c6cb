package io.feige.dist.group;

import io.feige.admin.json.GroupJson;
import io.feige.client.FeigeClient;
import io.feige.client.GroupDescription;
import io.feige.dist.cli.Context;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows one group: how far it is, who has its messages, and why nothing moves if nothing does. */
@Command(
    name = "describe",
    description =
        "Shows one group: how far it is, which consumers have messages of it, and why nothing moves"
            + " when nothing moves.",
    footer = {"", "Example:", "  feige group describe orders billing"})
public final class GroupDescribeCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "GROUP", description = "The group.")
  private String group = "";

  public GroupDescribeCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      GroupDescription found = client.groups().describe(topic, group);
      context.answer(GroupJson.of(found), GroupWords.one(found) + GroupWords.holders(found));
    }
  }
}
