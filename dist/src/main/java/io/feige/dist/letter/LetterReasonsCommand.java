package io.feige.dist.letter;

import io.feige.admin.letter.ReasonTally;
import io.feige.admin.letter.ReasonTally.Reason;
import io.feige.client.FeigeClient;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Says why letters are there. */
@Command(
    name = "reasons",
    description = {
      "Counts the open dead letters of a topic by group and reason, the most frequent first; with"
          + " --json an object a line. A letter is open until it is replayed or dropped."
    },
    footer = {
      "",
      "Examples:",
      "  feige letter reasons orders",
      "  feige letter reasons orders --group billing"
    })
public final class LetterReasonsCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "The topic that the letters come from.")
  private String topic = "";

  @Mixin private FilterOptions filter = new FilterOptions();

  public LetterReasonsCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    ReasonTally tally = new ReasonTally();
    try (FeigeClient client = context.connect()) {
      filter.walk(
          client,
          topic,
          letters -> {
            letters.forEach(tally::add);
            return true;
          });
    }
    List<Reason> lines = tally.reasons();
    if (context.isJson()) {
      lines.forEach(context.terminal()::json);
    } else {
      context.terminal().line(lines.isEmpty() ? LetterWords.none(topic, filter) : table(lines));
    }
  }

  private static String reason(Reason of) {
    boolean isPublished = of.group().isEmpty() && of.reason().isEmpty();
    return isPublished ? LetterWords.PUBLISHED : LetterWords.oneLine(of.reason());
  }

  private static String table(List<Reason> lines) {
    Table table = new Table("LETTERS", "GROUP", "REASON", "LAST", "EXAMPLE");
    for (Reason line : lines) {
      table.row(
          Human.count(line.letters()), line.group(), reason(line), line.last(), line.example());
    }
    return table.text();
  }
}
