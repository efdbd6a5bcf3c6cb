package io.feige.dist.salvage;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Deletes salvage files. */
@Command(
    name = "drop",
    description = "Deletes a salvage file, or with --all every one, for good.",
    footer = {
      "",
      "Examples:",
      "  feige salvage drop --dir feige-cluster/node-1 4-392406.salvage",
      "  feige salvage drop --dir feige-cluster/node-1 --pair pair-1 --all"
    })
public final class SalvageDropCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private SalvageOptions options = new SalvageOptions();

  @Option(names = "--all", description = "Delete every file, without naming one.")
  private boolean all;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "The file, as 'list' names it.")
  private @Nullable String file;

  public SalvageDropCommand(Context context) {
    this.context = context;
  }

  /** What {@code --json} prints. */
  record Dropped(List<String> dropped) {}

  @Override
  public Integer call() throws IOException {
    String one = file;
    if ((one == null) != all) {
      throw new CliException(ExitCode.USAGE, "name a file, or say --all.");
    }
    List<String> dropped = new ArrayList<>();
    for (SalvageOptions.Found found : one == null ? options.all() : List.of(options.one(one))) {
      found.store().delete(found.file());
      dropped.add(found.file());
    }
    context.answer(
        new Dropped(dropped),
        dropped.isEmpty() ? "Nothing was in salvage." : "Deleted: " + String.join(", ", dropped));
    return ExitCode.OK;
  }
}
