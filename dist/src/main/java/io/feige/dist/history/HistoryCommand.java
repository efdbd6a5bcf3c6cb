package io.feige.dist.history;

import io.feige.dist.cli.CommandGroup;
import picocli.CommandLine.Command;

/** The parent of the questions about messages. */
@Command(
    name = "history",
    description = {
      "Ask the message store what was published, and what became of it.",
      "",
      "Asks the database, not a node: it answers for what its rows hold, which is a moment behind"
          + " the journal and reaches further back."
    })
public final class HistoryCommand extends CommandGroup {}
