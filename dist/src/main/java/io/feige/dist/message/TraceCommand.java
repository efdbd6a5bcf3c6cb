package io.feige.dist.message;

import io.feige.client.FeigeClient;
import io.feige.client.LetterId;
import io.feige.client.MessageInGroup;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Table;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows where groups stand with one message. */
@Command(
    name = "trace",
    description = {
      "Shows where each group of a topic stands with one message: settled, waiting behind how many,"
          + " fetched ahead or handed out to whom and since when, to come again at what time, or given"
          + " up as which dead letter.",
      "",
      "Pair and offset are what a publish is confirmed with, and what 'feige read --json' shows."
    },
    footer = {"", "Examples:", "  feige trace orders pair-1 4711"})
public final class TraceCommand implements Runnable {
  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "PAIR", description = "The pair that has the message.")
  private String pair = "";

  @Parameters(index = "2", paramLabel = "OFFSET", description = "Its offset there.")
  private long offset;

  public TraceCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints, a line for each group. */
  record Line(
      String group,
      String stage,
      int attempts,
      String consumer,
      String since,
      String until,
      long before,
      String letter) {
    static Line of(MessageInGroup group) {
      return new Line(
          group.group(),
          group.stage().name(),
          group.attempts(),
          group.consumer(),
          text(group.since()),
          text(group.until()),
          group.before(),
          group.letter().map(LetterId::toString).orElse(""));
    }
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      List<MessageInGroup> groups = client.groups().trace(topic, pair, offset);
      if (context.isJson()) {
        groups.forEach(group -> context.terminal().json(Line.of(group)));
      } else {
        context.terminal().line(groups.isEmpty() ? nobody() : table(groups));
      }
    }
  }

  private String nobody() {
    return "No group of " + topic + " has begun at " + pair + ".";
  }

  private static String table(List<MessageInGroup> groups) {
    Table table =
        new Table(
            "GROUP", "STAGE", "ATTEMPTS", "CONSUMER", "SINCE", "UNTIL", "BEFORE IT", "LETTER");
    for (MessageInGroup group : groups) {
      Line line = Line.of(group);
      table.row(
          line.group(),
          line.stage(),
          Integer.toString(line.attempts()),
          line.consumer(),
          line.since(),
          line.until(),
          Long.toString(line.before()),
          line.letter());
    }
    return table.text();
  }

  private static String text(Optional<Instant> time) {
    return time.map(Instant::toString).orElse("");
  }
}
