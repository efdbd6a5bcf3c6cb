package io.feige.dist.salvage;

import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists salvage files. */
@Command(
    name = "list",
    description = {
      "Lists what is in salvage, a file for each cut, and reads every byte of it.",
      "",
      "Nothing is changed; the node may run."
    },
    footer = {"", "Example:", "  feige salvage list --dir feige-cluster/node-1"})
public final class SalvageListCommand implements Callable<Integer> {
  private final Context context;

  @Mixin private SalvageOptions options = new SalvageOptions();

  public SalvageListCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    List<SalvageJson> files = options.all().stream().map(SalvageJson::of).toList();
    if (context.isJson()) {
      files.forEach(context.terminal()::json);
    } else {
      context.terminal().line(files.isEmpty() ? "Nothing is in salvage." : table(files));
    }
    boolean isSound = files.stream().allMatch(file -> file.damage().isEmpty());
    return isSound ? ExitCode.OK : ExitCode.DAMAGED;
  }

  private static String table(List<SalvageJson> files) {
    Table table =
        new Table("PAIR", "FILE", "CUT AT", "POSITION", "BYTES", "MESSAGES", "TOPICS", "STATE");
    for (SalvageJson file : files) {
      table.row(
          file.pair(),
          file.file(),
          file.cutAt() == null ? "unknown" : file.cutAt(),
          file.position(),
          Human.bytes(file.bytes()),
          Human.count(file.messages()),
          file.topics().stream().map(SalvageListCommand::name).collect(Collectors.joining(", ")),
          file.damage().isEmpty() ? "sound" : "DAMAGED: " + file.damage());
    }
    return table.text();
  }

  static String name(SalvageJson.Topic topic) {
    return topic.topic().isEmpty() ? "partition " + topic.partition() : topic.topic();
  }
}
