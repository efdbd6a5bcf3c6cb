package io.feige.dist.work;

import io.feige.client.FeigeClient;
import io.feige.client.WorkFigures;
import io.feige.dist.cli.Confirmation;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Human;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Deletes a flow. */
@Command(
    name = "drop",
    description = {
      "Deletes a flow. Requests that wait or are at workers are refused.",
      "",
      "It says how many there are and asks, unless --yes is given; a script has to give it."
    },
    footer = {"", "Example:", "  feige flow drop primes --yes"})
public final class FlowDropCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "The flow.")
  private String name = "";

  @Mixin private Confirmation confirmation = new Confirmation();

  public FlowDropCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      List<WorkFigures> stages = FlowDescribeCommand.flow(client, name).work();
      int requests = stages.stream().mapToInt(stage -> stage.waiting() + stage.running()).sum();
      confirmation.require(
          context,
          "Flow " + name + " with " + Human.count(requests) + " requests will be deleted",
          name);
      client.topics().delete(name);
      context.answer(Map.of("deleted", name), "Flow " + name + " is deleted.");
    }
  }
}
