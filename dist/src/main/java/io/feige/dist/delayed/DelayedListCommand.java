package io.feige.dist.delayed;

import io.feige.admin.json.DelayedJson;
import io.feige.client.DelayedMessage;
import io.feige.client.FeigeClient;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists messages that wait for their time. */
@Command(
    name = "list",
    description = {
      "Lists the messages of a topic that wait for their time, those first that are due first;"
          + " with --json an object a line.",
      "",
      "The id is what 'delayed cancel' takes."
    },
    footer = {
      "",
      "Examples:",
      "  feige delayed list orders",
      "  feige delayed list orders --limit 1000 --json"
    })
public final class DelayedListCommand implements Runnable {
  private static final int PAGE = 1_000;

  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many at most; ${DEFAULT-VALUE} unless given.")
  private int limit;

  public DelayedListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    if (limit < 1) {
      throw new CliException(ExitCode.USAGE, "--limit must be 1 or more.");
    }
    try (FeigeClient client = context.connect()) {
      List<DelayedMessage> first = client.delayed().list(topic, Math.min(limit, PAGE));
      if (context.isJson()) {
        printAll(client, first);
      } else {
        context.terminal().line(DelayedWords.list(topic, all(client, first), limit));
      }
    }
  }

  private void printAll(FeigeClient client, List<DelayedMessage> first) {
    List<DelayedMessage> page = first;
    int left = limit;
    while (!page.isEmpty()) {
      page.forEach(message -> context.terminal().json(DelayedJson.of(message)));
      left -= page.size();
      page = after(client, page, left);
    }
  }

  private List<DelayedMessage> all(FeigeClient client, List<DelayedMessage> first) {
    List<DelayedMessage> all = new ArrayList<>();
    List<DelayedMessage> page = first;
    while (!page.isEmpty()) {
      all.addAll(page);
      page = after(client, page, limit - all.size());
    }
    return all;
  }

  private static List<DelayedMessage> after(
      FeigeClient client, List<DelayedMessage> page, int left) {
    return left < 1
        ? List.of()
        : client.delayed().listAfter(page.get(page.size() - 1), Math.min(left, PAGE));
  }
}
