package io.feige.dist.salvage;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Publishes what is in salvage. */
@Command(
    name = "replay",
    description = {
      "Publishes the messages of a salvage file, or of all, to the pair that they were cut from: each"
          + " once, however often it is run. What the pair has already, because its publisher has sent"
          + " it again, is left out.",
      "",
      "The files stay; 'drop' deletes them. Acks that were cut are not made again, so what they acked"
          + " may be delivered once more."
    },
    footer = {
      "",
      "Examples:",
      "  feige salvage replay --dir feige-cluster/node-1",
      "  feige salvage replay --dir feige-cluster/node-1 4-392406.salvage --server localhost:7700"
    })
public final class SalvageReplayCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private SalvageOptions options = new SalvageOptions();

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "The file, as 'list' names it.")
  private @Nullable String file;

  public SalvageReplayCommand(Context context) {
    this.context = context;
  }

  /**
   * What {@code --json} prints of each file.
   *
   * @param published messages that the pair did not have
   * @param alreadyStored messages that it had
   * @param settlements records of acks and other verdicts, which are not made again
   * @param mayRepeat the pair has let go of messages that the salvage may have had, so not all that
   *     it had could be recognized
   */
  record Replayed(
      String pair,
      String file,
      long published,
      long alreadyStored,
      long settlements,
      boolean mayRepeat) {
    String words() {
      String words =
          pair
              + "  "
              + file
              + ": "
              + Human.count(published)
              + " messages published, "
              + Human.count(alreadyStored)
              + " were stored already";
      if (settlements > 0) {
        words += "; " + Human.count(settlements) + " records of acks are not made again";
      }
      return mayRepeat
          ? words + "; the pair's retention had removed some, so a few may have come twice"
          : words;
    }
  }

  @Override
  public Integer call() throws IOException {
    String one = file;
    List<SalvageOptions.Found> files = one == null ? options.all() : List.of(options.one(one));
    for (SalvageOptions.Found found : files) {
      if (!found.summary().damage().isEmpty()) {
        throw new CliException(
            ExitCode.DAMAGED,
            "salvage file " + found.file() + " is damaged: " + found.summary().damage() + ".");
      }
    }
    for (SalvageOptions.Found found : files) {
      Replayed replayed = replay(found);
      context.answer(replayed, replayed.words());
    }
    if (files.isEmpty() && !context.isJson()) {
      context.terminal().line("Nothing is in salvage.");
    }
    return ExitCode.OK;
  }

  private Replayed replay(SalvageOptions.Found found) throws IOException {
    String pair = found.store().header(found.file()).pair();
    try (PairPort port =
        PairPort.open(context.global().servers(), pair, context.global().access())) {
      Replay.Tally tally = new Replay(port, found.store(), found.file()).run();
      return new Replayed(
          pair,
          found.file(),
          tally.published,
          tally.alreadyStored,
          tally.settlements,
          tally.mayRepeat);
    }
  }
}
