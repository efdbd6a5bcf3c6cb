package io.feige.dist.topic;

import io.feige.admin.json.TopicJson;
import io.feige.client.FeigeClient;
import io.feige.client.Order;
import io.feige.client.TopicDescription;
import io.feige.client.TopicSpec;
import io.feige.dist.cli.ByteSizeConverter;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.DurationConverter;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a topic. */
@Command(
    name = "create",
    description = {
      "Creates a topic. It is refused if one of that name exists.",
      "",
      "A topic that a node makes by itself at its first publish has what the node's settings say under"
          + " topics.defaults. What is made here has the defaults below, which are the same where"
          + " nobody has changed those settings."
    },
    footer = {
      "",
      "Examples:",
      "  feige topic create orders",
      "  feige topic create audit --order BY_KEY --retention 7d --if-absent",
      "  feige topic create inbox --mailbox-cap 800",
      "  feige topic create chat --mailbox-cap 800 --one-pair"
    })
public final class TopicCreateCommand implements Runnable {
  private static final TopicSpec DEFAULT = TopicSpec.of("default");

  private final Context context;

  @Parameters(paramLabel = "NAME", description = "1 to 196 characters of A-Z a-z 0-9 . _ -")
  private String name = "";

  @Option(
      names = "--if-absent",
      description = "Accept a topic that exists already, as it is, instead of failing.")
  private boolean ifAbsent;

  @Option(
      names = "--order",
      paramLabel = "ORDER",
      description =
          "Order in which messages are handed out: ${COMPLETION-CANDIDATES}. Default:"
              + " ${DEFAULT-VALUE}.")
  private Order order = DEFAULT.order();

  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      description =
          "Deliveries of a message before it goes to the dead-letter topic. Default:"
              + " ${DEFAULT-VALUE}.")
  private int maxAttempts = DEFAULT.maxAttempts();

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How long a delivery may take before it comes again. Default: 30s.")
  private Duration lease = DEFAULT.lease();

  @Option(
      names = "--retry-delay",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Delay before the second attempt; it doubles each time. Default: 1s.")
  private Duration retryDelay = DEFAULT.retryDelay();

  @Option(
      names = "--retry-delay-max",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "Longest delay between attempts. Default: 5m.")
  private Duration retryDelayMax = DEFAULT.retryDelayMax();

  @Option(
      names = "--retention",
      paramLabel = "DURATION",
      converter = DurationConverter.class,
      description = "How long messages are kept at least; 0s: no limit by age. Default: 7d.")
  private Duration retention = DEFAULT.retention();

  @Option(
      names = "--retention-bytes",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      description = "How many bytes are kept at least. Default: no limit by size.")
  private long retentionBytes;

  @Option(
      names = "--drop-unsettled",
      description =
          "Let retention remove messages that a group has not settled. Default: they are kept.")
  private boolean dropUnsettled;

  @Option(
      names = "--mailbox-cap",
      paramLabel = "N",
      description =
          "Messages go to mailboxes. Each holds the newest N, 1 to 65,535. Default: a topic without"
              + " mailboxes.")
  private int mailboxCap;

  @Option(
      names = "--one-pair",
      description =
          "One pair of the cluster has all of the topic: then WHOLE is the order of the topic, and"
              + " mailboxes can subscribe to channels. Default: each pair has a part.")
  private boolean onePair;

  @Option(
      names = "--work",
      description =
          "Requests that workers answer instead of messages: see 'feige request' and 'feige work'."
              + " Nothing of it is stored.")
  private boolean work;

  public TopicCreateCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    try (FeigeClient client = context.connect()) {
      TopicDescription topic =
          ifAbsent ? client.topics().createIfAbsent(spec()) : client.topics().create(spec());
      context.answer(TopicJson.of(topic), TopicWords.one(topic));
    }
  }

  private TopicSpec spec() {
    TopicSpec spec = specOfMessages();
    return work ? spec.withWork() : spec;
  }

  private TopicSpec specOfMessages() {
    return TopicSpec.of(name)
        .withOrder(order)
        .withMaxAttempts(maxAttempts)
        .withLease(lease)
        .withRetryDelay(retryDelay, retryDelayMax)
        .withRetention(retention)
        .withRetentionBytes(retentionBytes)
        .withKeepForGroups(!dropUnsettled)
        .withMailboxCap(mailboxCap)
        .withOnePair(onePair);
  }
}
