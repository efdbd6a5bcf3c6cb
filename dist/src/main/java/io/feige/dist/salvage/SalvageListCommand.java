package io.feige.dist.salvage;

import io.feige.client.FeigeClient;
import io.feige.client.Salvage;
import io.feige.client.SalvageFile;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists salvage files. */
@Command(
    name = "list",
    description = {
      "Lists what is in salvage, a file for each cut. Every node is asked; one that does not answer is"
          + " named on standard error. With --dir the files of a node's directory are looked at"
          + " instead, on this machine, and every byte of them is read.",
      "",
      "Nothing is changed; with --dir the node may run, or not."
    },
    footer = {
      "",
      "Examples:",
      "  feige salvage list",
      "  feige salvage list --node node-1 --json",
      "  feige salvage list --dir feige-cluster/node-1"
    })
public final class SalvageListCommand implements Callable<Integer> {
  private static final String ALL = "";
  private static final String NOTHING = "Nothing is in salvage.";

  private final Context context;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Look into this directory of a node (node.dir), and ask nobody.")
  private @Nullable Path dir;

  @Option(
      names = "--node",
      paramLabel = "ID",
      description = "Only of this node. Default: all. Not with --dir.")
  private String node = ALL;

  @Option(
      names = "--pair",
      paramLabel = "PAIR",
      description = "Only what was cut from this pair's journal.")
  private @Nullable String pair;

  public SalvageListCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    Path looked = dir;
    if (looked == null) {
      return ask();
    }
    if (!node.equals(ALL)) {
      throw new CliException(ExitCode.USAGE, "--node asks a node, and --dir asks nobody.");
    }
    return look(new SalvageOptions(looked, pair));
  }

  private int ask() {
    Salvage salvage = salvage();
    if (!node.equals(ALL) && !salvage.missing().isEmpty()) {
      throw new CliException(ExitCode.UNREACHABLE, node + " does not answer.");
    }
    List<SalvageFile> files =
        salvage.files().stream().filter(file -> pair == null || file.pair().equals(pair)).toList();
    if (context.isJson()) {
      files.stream().map(io.feige.admin.json.SalvageJson::of).forEach(context.terminal()::json);
    } else {
      context.terminal().line(files.isEmpty() ? NOTHING : told(files));
    }
    if (salvage.more() > 0) {
      context.terminal().note(salvage.more() + " older files are not listed.");
    }
    if (!salvage.missing().isEmpty()) {
      String names = String.join(", ", salvage.missing());
      context
          .terminal()
          .note("No answer from " + names + ": what is in salvage there is not listed.");
    }
    return code(files.stream().map(SalvageFile::damage).toList());
  }

  private Salvage salvage() {
    int limit = Salvage.MAX_LIMIT;
    try (FeigeClient client = context.connect()) {
      return node.equals(ALL) ? client.salvage(limit) : client.salvage(node, limit);
    }
  }

  private int look(SalvageOptions place) throws IOException {
    List<SalvageJson> files = place.all().stream().map(SalvageJson::of).toList();
    if (context.isJson()) {
      files.forEach(context.terminal()::json);
    } else {
      context.terminal().line(files.isEmpty() ? NOTHING : table(files));
    }
    return code(files.stream().map(SalvageJson::damage).toList());
  }

  private static int code(List<String> damages) {
    return damages.stream().allMatch(String::isEmpty) ? ExitCode.OK : ExitCode.DAMAGED;
  }

  private static String told(List<SalvageFile> files) {
    Table table =
        new Table(
            "NODE", "PAIR", "FILE", "CUT AT", "POSITION", "BYTES", "MESSAGES", "TOPICS", "STATE");
    for (SalvageFile file : files) {
      table.row(
          file.nodeId(),
          file.pair(),
          file.file(),
          file.cutAt().map(Object::toString).orElse("unknown"),
          file.position(),
          Human.bytes(file.bytes()),
          file.isRead() ? Human.count(file.messages()) : "-",
          topics(file),
          state(file));
    }
    return table.text();
  }

  private static String topics(SalvageFile file) {
    String named =
        file.topics().stream()
            .map(topic -> name(topic.topic(), topic.partition()))
            .collect(Collectors.joining(", "));
    return file.moreTopics() == 0 ? named : named + " and " + file.moreTopics() + " more";
  }

  private static String state(SalvageFile file) {
    if (!file.damage().isEmpty()) {
      return "DAMAGED: " + file.damage();
    }
    return file.isRead() ? "sound" : "not read yet";
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
          file.topics().stream().map(topic -> name(topic)).collect(Collectors.joining(", ")),
          file.damage().isEmpty() ? "sound" : "DAMAGED: " + file.damage());
    }
    return table.text();
  }

  static String name(SalvageJson.Topic topic) {
    return name(topic.topic(), topic.partition());
  }

  private static String name(String topic, int partition) {
    return topic.isEmpty() ? "partition " + partition : topic;
  }
}
