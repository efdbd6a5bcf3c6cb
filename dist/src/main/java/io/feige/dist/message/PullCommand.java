package io.feige.dist.message;

import io.feige.client.Consumer;
import io.feige.client.ConsumerPolicy;
import io.feige.client.FeigeClient;
import io.feige.client.GroupStart;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.Context;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a group's messages as lines. */
@Command(
    name = "pull",
    description = {
      "Pulls the messages of a topic for a consumer group and writes each as a line, as they come.",
      "",
      "A message is acked after its line was handed to the operating system, so what was written is"
          + " not delivered to the group again. Without --count or --idle-exit it goes on until"
          + " Ctrl-C, which acks what was written and ends with 130. When the reader of a pipe goes"
          + " away, what it was not given stays unacked and the exit code is 0."
    },
    footer = {
      "",
      "Examples:",
      "  feige pull packages --group mirror --output copy.txt --idle-exit 2s",
      "  feige pull orders --group billing --count 10 --key-prefix-separator :",
      "",
      "With --json the summary, on standard output when --output names a file, else on standard"
          + " error, is",
      "  {\"delivered\":5,\"acked\":5,\"redelivered\":0,\"elapsedMillis\":12}"
    })
public final class PullCommand implements Callable<Integer> {
  private static final long MEMORY_BYTES = 96L << 20;

  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "Topic to pull from.")
  private String topic = "";

  @Option(
      names = {"-g", "--group"},
      paramLabel = "GROUP",
      required = true,
      description =
          "Consumer group; every group gets every message. A new group begins with its first pull.")
  private String group = "";

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "End after so many messages.")
  private long count = Long.MAX_VALUE;

  @Option(
      names = "--idle-exit",
      paramLabel = "DURATION",
      description = "End when no message came for so long, as in 2s.")
  private @Nullable Duration idleExit;

  @Option(
      names = "--whole",
      description =
          "Bodies are written as they are, without a line feed behind each; with --count 1 a message"
              + " that 'publish --whole' has made comes out byte for byte.")
  private boolean whole;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "-",
      description = "File to write, replaced if it exists; - is standard output, the default.")
  private String output = "-";

  @Option(
      names = "--key-prefix-separator",
      paramLabel = "TEXT",
      description = "Write key, this text and body, as 'publish' reads them. \\t is a tabulator.")
  private @Nullable String keySeparator;

  @Option(
      names = "--from",
      paramLabel = "PLACE",
      defaultValue = "EARLIEST",
      description =
          "Where a group that does not exist yet begins: ${COMPLETION-CANDIDATES}. Default:"
              + " ${DEFAULT-VALUE}.")
  private GroupStart from = GroupStart.EARLIEST;

  @Option(
      names = "--prefetch",
      paramLabel = "N",
      description =
          "Messages fetched ahead; few share work evenly among consumers. Default:"
              + " ${DEFAULT-VALUE}.")
  private int prefetch = ConsumerPolicy.DEFAULT.prefetchMessages();

  @Option(
      names = "--create",
      description =
          "Make a topic that does not exist, as 'feige topic create' does without options.")
  private boolean create;

  public PullCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    PullLimits limits = new PullLimits(count, Optional.ofNullable(idleExit));
    // Fetching more than is wanted would only hide it from the group's other consumers.
    int ahead = (int) Math.min(prefetch, count);
    try (FeigeClient client = context.global().connect(b -> b.memoryLimitBytes(MEMORY_BYTES))) {
      if (create) {
        var _ = client.topics().createIfAbsent(TopicSpec.of(topic));
      } else {
        KnownTopic.require(client, topic);
      }
      try (LineOutput lines = LineOutput.open(context, output, whole);
          Consumer consumer =
              client.consumer(topic).group(group).startFrom(from).prefetch(ahead).build()) {
        PullRun run = new PullRun(consumer, lines, KeyPrefix.of(keySeparator), limits);
        return run.run(client::status);
      }
    }
  }
}
