package io.feige.dist.message;

import io.feige.client.FeigeClient;
import io.feige.client.Reader;
import io.feige.client.ReaderBuilder;
import io.feige.client.StartFrom;
import io.feige.client.TopicInPair;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.PlaceConverter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replays a topic. */
@Command(
    name = "read",
    description = {
      "Writes the messages of a topic in order, without a group: nothing is acked or changed. The"
          + " order is that of each pair; what comes from several pairs is mixed.",
      "",
      "Ends at the message that was the last one when reading began; with --follow it goes on"
          + " until Ctrl-C, which ends it with 130. With --json each message is an object with offset,"
          + " pair, times, key, headers and body; bytes that are not UTF-8 come as bodyBase64 (keyBase64)."
    },
    footer = {
      "",
      "Examples:",
      "  feige read packages --count 5",
      "  feige read orders --from 2026-11-21T08:00:00Z --json",
      "  feige read orders --from latest --follow"
    })
public final class ReadCommand implements Callable<Integer> {
  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "Topic to read.")
  private String topic = "";

  @Option(
      names = "--from",
      paramLabel = "PLACE",
      defaultValue = "earliest",
      converter = PlaceConverter.class,
      description = "Where to start: " + PlaceConverter.FORMS + ". Default: ${DEFAULT-VALUE}.")
  private StartFrom from = StartFrom.earliest();

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "End after so many messages.")
  private long count = Long.MAX_VALUE;

  @Option(
      names = "--pair",
      paramLabel = "PAIR",
      description = "Only what this pair holds. An offset is a place in one pair.")
  private @Nullable String pair;

  @Option(names = "--follow", description = "Wait for more at the end.")
  private boolean follow;

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

  public ReadCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    PullLimits.checkCount(count);
    try (FeigeClient client = context.connect()) {
      ReadRun.Limits limits = limits(client);
      try (LineOutput lines = LineOutput.open(context, output, whole);
          Reader reader = reader(client)) {
        return new ReadRun(reader, lines, KeyPrefix.of(keySeparator), limits).run(client::status);
      }
    }
  }

  private Reader reader(FeigeClient client) {
    ReaderBuilder builder = client.reader(topic).from(from);
    String only = pair;
    return only == null ? builder.build() : builder.pair(only).build();
  }

  /** A read that finds nothing waits for what comes, so where there is nothing none is begun. */
  private ReadRun.Limits limits(FeigeClient client) {
    Map<String, Long> ends = new LinkedHashMap<>();
    if (!follow) {
      for (TopicInPair part : client.topics().describe(topic).pairs()) {
        if ((pair == null || part.pair().equals(pair)) && hasSome(part)) {
          ends.put(part.pair(), part.committedOffset());
        }
      }
    }
    return new ReadRun.Limits(count, follow, ends);
  }

  private boolean hasSome(TopicInPair part) {
    long end = part.committedOffset();
    return switch (from.kind()) {
      case LATEST -> false;
      case OFFSET -> from.value() != end; // beyond it a reader is told so
      case EARLIEST, TIME -> part.startOffset() < end;
    };
  }
}
