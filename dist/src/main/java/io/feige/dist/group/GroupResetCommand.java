package io.feige.dist.group;

import io.feige.admin.json.GroupJson;
import io.feige.client.FeigeClient;
import io.feige.client.GroupDescription;
import io.feige.client.StartFrom;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.PlaceConverter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Moves a group to another place. What is handed out now can no longer be acked. */
@Command(
    name = "reset",
    description = "Moves a group to another place. What is handed out now can no longer be acked.",
    footer = {"", "Example:", "  feige group reset orders billing --to 2026-11-21T08:00:00Z"})
public final class GroupResetCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "GROUP", description = "The group.")
  private String group = "";

  @Option(
      names = "--to",
      paramLabel = "PLACE",
      required = true,
      converter = PlaceConverter.class,
      description =
          "Where it goes on: " + PlaceConverter.FORMS + ". A place beyond the end is the end.")
  private StartFrom to = StartFrom.earliest();

  @Option(
      names = "--pair",
      paramLabel = "PAIR",
      description = "Only at this pair. An offset is a place in one pair.")
  private @Nullable String pair;

  public GroupResetCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      String one = pair;
      GroupDescription found =
          one == null
              ? client.groups().reset(topic, group, to)
              : client.groups().reset(topic, group, one, to);
      context.answer(GroupJson.of(found), GroupWords.one(found));
    }
  }
}
