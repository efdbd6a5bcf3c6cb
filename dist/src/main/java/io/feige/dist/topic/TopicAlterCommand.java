package io.feige.dist.topic;

import io.feige.admin.json.TopicJson;
import io.feige.client.FeigeClient;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.ByteSizeConverter;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.DurationConverter;
import io.feige.dist.cli.ExitCode;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes a topic. */
@Command(
    name = "alter",
    description = {
      "Changes settings of a topic; what is not named stays as it is. The order of a topic cannot be"
          + " changed, nor whether one pair has it.",
      "",
      "Retention, attempts and back-off count at once, the lease from the next delivery on."
    },
    footer = {
      "",
      "Examples:",
      "  feige topic alter orders --retention 30d",
      "  feige topic alter orders --max-attempts 5 --lease 2m"
    })
public final class TopicAlterCommand implements Runnable {
  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "The topic.")
  private String name = "";

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description = "Deliveries of a message before it goes to the dead-letter topic.")
  private @Nullable Integer maxAttempts;

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How long a delivery may take before it comes again.")
  private @Nullable Duration lease;

  @Option(
      names = "--retry-delay",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Delay before the second attempt; it doubles each time.")
  private @Nullable Duration retryDelay;

  @Option(
      names = "--retry-delay-max",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Longest delay between attempts.")
  private @Nullable Duration retryDelayMax;

  @Option(
      names = "--retention",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How long messages are kept at least; 0s: no limit by age.")
  private @Nullable Duration retention;

  @Option(
      names = "--retention-bytes",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "How many bytes are kept at least; 0: no limit by size.")
  private @Nullable Long retentionBytes;

  @Option(
      names = "--keep-unsettled",
      arity = "1",
      paramLabel = "true|false",
      description = "Whether messages that a group has not settled are kept beyond both limits.")
  private @Nullable Boolean keepUnsettled;

  @Option(
      names = "--mailbox-cap",
      paramLabel = "N",
      description = "How many messages a mailbox holds at most; for a topic that has mailboxes.")
  private @Nullable Integer mailboxCap;

  public TopicAlterCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      TopicSpec before = client.topics().describe(name).spec();
      TopicSpec after = changed(before);
      if (after.equals(before)) {
        throw new CliException(
            ExitCode.USAGE, "nothing to change: no option differs from how " + name + " is.");
      }
      TopicDescription topic = client.topics().alter(after);
      context.answer(TopicJson.of(topic), TopicWords.one(topic));
    }
  }

  private TopicSpec changed(TopicSpec spec) {
    return spec.withMaxAttempts(or(maxAttempts, spec.maxAttempts()))
        .withLease(or(lease, spec.lease()))
        .withRetryDelay(or(retryDelay, spec.retryDelay()), or(retryDelayMax, spec.retryDelayMax()))
        .withRetention(or(retention, spec.retention()))
        .withRetentionBytes(or(retentionBytes, spec.retentionBytes()))
        .withKeepForGroups(or(keepUnsettled, spec.keepForGroups()))
        .withMailboxCap(or(mailboxCap, spec.mailboxCap()));
  }

  private static <T> T or(@Nullable T given, T before) {
    return Optional.ofNullable(given).orElse(before);
  }
}
