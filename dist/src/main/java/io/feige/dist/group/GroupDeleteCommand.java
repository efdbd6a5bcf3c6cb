package io.feige.dist.group;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Forgets a group: its next pull begins as a new group. */
@Command(
    name = "delete",
    description = "Forgets a group: its next pull begins as a new group.",
    footer = {"", "Example:", "  feige group delete orders billing"})
public final class GroupDeleteCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "GROUP", description = "The group.")
  private String group = "";

  public GroupDeleteCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      client.groups().delete(topic, group);
      context.answer(
          Map.of("deleted", group), "Group " + group + " of topic " + topic + " is deleted.");
    }
  }
}
