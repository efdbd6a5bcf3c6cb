package io.feige.dist.work;

import io.feige.admin.json.TopicJson;
import io.feige.client.FeigeClient;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.Context;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a flow. */
@Command(
    name = "create",
    description = "Makes a flow. It is refused if there is a topic of that name.",
    footer = {
      "",
      "Examples:",
      "  feige flow create resize",
      "  feige flow create primes --stages parse,compute,format"
    })
public final class FlowCreateCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "NAME", description = "1 to 196 characters of A-Z a-z 0-9 . _ -")
  private String name = "";

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "NAME",
      description =
          "The stages in their order, 1 to 16, separated by commas. Default: one that is called"
              + " workers.")
  private List<String> stages = List.of("workers");

  @Option(
      names = "--if-absent",
      description = "Accept a topic that exists already, as it is, instead of failing.")
  private boolean ifAbsent;

  public FlowCreateCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    TopicSpec spec = TopicSpec.of(name).withStages(stages.toArray(String[]::new));
    try (FeigeClient client = context.connect()) {
      TopicDescription flow =
          ifAbsent ? client.topics().createIfAbsent(spec) : client.topics().create(spec);
      context.answer(TopicJson.of(flow), FlowWords.one(flow));
    }
  }
}
