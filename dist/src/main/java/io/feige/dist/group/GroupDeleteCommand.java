package io.feige.dist.group;

import io.feige.client.FeigeClient;
import io.feige.dist.cli.Confirmation;
import io.feige.dist.cli.Context;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Forgets a group: its next pull begins as a new group. */
@Command(
    name = "delete",
    description = {
      "Forgets a group: its next pull begins as a new group. What it has settled is forgotten too.",
      "",
      "It asks, unless --yes is given; a script has to give it."
    },
    footer = {
      "",
      "Examples:",
      "  feige group delete orders billing",
      "  feige group delete orders billing --yes"
    })
public final class GroupDeleteCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "GROUP", description = "The group.")
  private String group = "";

  @Mixin private Confirmation confirmation = new Confirmation();

  public GroupDeleteCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      client.groups().describe(topic, group);
      confirmation.require(
          context, "Group " + group + " of topic " + topic + " will forget what it settled", group);
      client.groups().delete(topic, group);
      context.answer(
          Map.of("deleted", group), "Group " + group + " of topic " + topic + " is deleted.");
    }
  }
}
