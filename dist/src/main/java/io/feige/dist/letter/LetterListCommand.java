package io.feige.dist.letter;

import io.feige.admin.json.MessageJson;
import io.feige.client.DeadLetter;
import io.feige.client.FeigeClient;
import io.feige.client.LetterId;
import io.feige.client.ReceivedMessage;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Lists open letters. */
@Command(
    name = "list",
    description = {
      "Lists the open dead letters of a topic, by pair and offset; with --json an object a line, as"
          + " 'read' has them.",
      "",
      "The id is what 'letter show', 'replay' and 'drop' take."
    },
    footer = {
      "",
      "Examples:",
      "  feige letter list orders --group billing",
      "  feige letter list orders --reason 'no such customer' --limit 1000 --json"
    })
public final class LetterListCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "The topic that the letters come from.")
  private String topic = "";

  @Mixin private FilterOptions filter = new FilterOptions();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many at most; ${DEFAULT-VALUE} unless given.")
  private int limit;

  public LetterListCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    if (limit < 1) {
      throw new CliException(ExitCode.USAGE, "--limit must be 1 or more.");
    }
    List<String[]> rows = new ArrayList<>();
    int[] left = {limit};
    try (FeigeClient client = context.connect()) {
      filter.walk(
          client,
          topic,
          letters -> {
            for (ReceivedMessage letter : letters.subList(0, Math.min(left[0], letters.size()))) {
              if (context.isJson()) {
                context.terminal().json(MessageJson.of(letter));
              } else {
                rows.add(row(letter));
              }
              left[0]--;
            }
            return left[0] > 0;
          });
    }
    if (!context.isJson()) {
      context.terminal().line(rows.isEmpty() ? LetterWords.none(topic, filter) : table(rows));
    }
  }

  private static String[] row(ReceivedMessage letter) {
    DeadLetter origin =
        letter.deadLetter().orElse(new DeadLetter("", "", 0, 0, "", LetterWords.PUBLISHED));
    boolean isReadable = letter.problem().isEmpty();
    return new String[] {
      LetterId.of(letter).toString(),
      letter.storedAt().toString(),
      origin.group(),
      Integer.toString(origin.attempts()),
      isReadable && letter.hasKey() ? LetterWords.oneLine(letter.keyText()) : "-",
      isReadable ? Human.bytes(letter.bodyBytes()) : "-",
      LetterWords.oneLine(origin.reason())
    };
  }

  private String table(List<String[]> rows) {
    Table table = new Table("ID", "SINCE", "GROUP", "ATTEMPTS", "KEY", "BODY", "REASON");
    rows.forEach(table::row);
    return table.text()
        + (rows.size() < limit ? "" : "\nThere may be more: --limit is " + limit + ".");
  }
}
