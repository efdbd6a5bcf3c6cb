package io.feige.dist.letter;

import io.feige.client.FeigeClient;
import io.feige.client.LetterId;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which letters are to be dealt with: some by id, some by what they have, or all. */
final class LetterChoice {
  @Parameters(
      index = "0",
      paramLabel = "TOPIC",
      description = "The topic that the letters come from.")
  private String topic = "";

  @Parameters(
      index = "1..*",
      paramLabel = "ID",
      arity = "0..*",
      description = "Letters, as 'letter list' names them.")
  private List<String> ids = new ArrayList<>();

  @Mixin private FilterOptions filter = new FilterOptions();

  @Option(names = "--all", description = "All open letters of the topic.")
  private boolean all;

  /** Refuses a choice of nothing, or of two kinds. */
  void check() {
    int kinds = (ids.isEmpty() ? 0 : 1) + (filter.filter().isSet() ? 1 : 0) + (all ? 1 : 0);
    if (kinds != 1) {
      throw new CliException(
          ExitCode.USAGE,
          "say which letters: ids; or --group, --reason or both; or --all. Nothing was done.");
    }
  }

  List<LetterId> ids() {
    return ids.stream().map(LetterId::parse).toList();
  }

  String topic() {
    return topic;
  }

  /** Which they are, in words. */
  String words() {
    if (!ids.isEmpty()) {
      return ids.size() == 1 ? "Dead letter " + ids.getFirst() : ids.size() + " dead letters";
    }
    return (all ? "All open dead letters" : "The open dead letters that are meant")
        + " of topic "
        + topic;
  }

  int run(LetterRun run, FeigeClient client) {
    return ids.isEmpty() ? run.run(client, filter) : run.run(ids());
  }
}
