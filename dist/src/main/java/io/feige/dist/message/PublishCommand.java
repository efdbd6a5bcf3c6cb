package io.feige.dist.message;

import io.feige.client.Compression;
import io.feige.client.Durability;
import io.feige.client.FeigeClient;
import io.feige.client.Header;
import io.feige.client.Producer;
import io.feige.client.ProducerPolicy;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Publishes lines. */
@Command(
    name = "publish",
    description = {
      "Publishes text, a message a line, in the order of the lines, or with --whole one message.",
      "",
      "Bytes are taken as they are: no character set is assumed, and a carriage return before the"
          + " line feed belongs to the message, so 'pull' writes the same file again. Standard input"
          + " is read as it comes. The exit code is 0 only if every message was confirmed; at the"
          + " first that was not, publishing ends and the summary says how many were."
    },
    footer = {
      "",
      "Examples:",
      "  feige publish packages --file /var/log/dpkg.log",
      "  tail -f /var/log/syslog | feige publish syslog",
      "  feige publish orders --file orders.txt --key-prefix-separator :   (customer-7:text)",
      "  feige publish scans --file scan.pdf --whole --header type=application/pdf",
      "",
      "With --json the last line of standard output is",
      "  {\"sent\":5,\"confirmed\":5,\"failed\":0,\"unknown\":0,\"elapsedMillis\":12}"
    })
public final class PublishCommand implements Callable<Integer> {
  private static final long MEMORY_BYTES = 96L << 20;
  private static final int LONGEST_KEY = 200;

  private final Context context;

  @Parameters(paramLabel = "TOPIC", description = "Topic to publish to.")
  private String topic = "";

  @Option(
      names = {"-f", "--file"},
      paramLabel = "FILE",
      defaultValue = "-",
      description = "File to read; - is standard input, the default.")
  private String file = "-";

  @Option(
      names = "--key-prefix-separator",
      paramLabel = "TEXT",
      description =
          "What stands before the first occurrence of this text is the message's key, what follows"
              + " its body; a line without it has no key. \\t is a tabulator.")
  private @Nullable String keySeparator;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "A header of each message; may be given several times, also with one name.")
  private List<String> headers = List.of();

  @Option(
      names = "--whole",
      description =
          "The input is one message, whatever bytes it has: at most 8 MiB, or what the node takes.")
  private boolean whole;

  @Option(
      names = "--delay",
      paramLabel = "DURATION",
      defaultValue = "0s",
      description =
          "Messages are not delivered before so much time has gone since each was published; see"
              + " 'feige delayed list'. Default: at once.")
  private Duration delay = Duration.ZERO;

  @Option(
      names = "--idempotency-key",
      paramLabel = "TEXT",
      description =
          "Each line is stored once under this text and the line's number, so the same lines can be"
              + " published again after a run that broke off: what was stored is confirmed and not"
              + " stored again. A topic remembers its last 20,000 keys, for 24 hours; so there may be"
              + " 20,000 lines. At most 200 characters. Slower: each message travels alone.")
  private @Nullable String idempotencyKey;

  @Option(
      names = "--durability",
      paramLabel = "LEVEL",
      description =
          "When a message counts as confirmed: ${COMPLETION-CANDIDATES}. Default: REPLICATED, which"
              + " on a node without a partner is on its disk.")
  private @Nullable Durability durability;

  @Option(
      names = "--compression",
      paramLabel = "KIND",
      defaultValue = "NONE",
      description = "${COMPLETION-CANDIDATES}; each batch by itself. Default: ${DEFAULT-VALUE}.")
  private Compression compression = Compression.NONE;

  @Option(
      names = "--timeout",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description =
          "How long a message may take until it is confirmed, a restart of the node included."
              + " Default: ${DEFAULT-VALUE}.")
  private Duration timeout = Duration.ofSeconds(30);

  public PublishCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    try (InputStream input = open();
        FeigeClient client = context.global().connect(b -> b.memoryLimitBytes(MEMORY_BYTES));
        Producer producer = client.producer(topic).policy(policy()).build()) {
      LineMessages messages =
          new LineMessages(KeyPrefix.of(keySeparator), headers(), delay, idempotencyKey());
      return new PublishRun(context, topic, producer).run(input, whole, messages);
    }
  }

  private List<Header> headers() {
    return headers.stream().map(PublishCommand::header).toList();
  }

  private static Header header(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new CliException(
          ExitCode.USAGE,
          "--header is NAME=VALUE, such as --header type=refund, not " + text + ".");
    }
    return Header.of(text.substring(0, equals), text.substring(equals + 1));
  }

  private @Nullable String idempotencyKey() {
    boolean isInBounds =
        idempotencyKey == null
            || (!idempotencyKey.isEmpty() && idempotencyKey.length() <= LONGEST_KEY);
    if (!isInBounds) {
      throw new CliException(
          ExitCode.USAGE, "--idempotency-key has 1 to " + LONGEST_KEY + " characters.");
    }
    return idempotencyKey;
  }

  private ProducerPolicy policy() {
    ProducerPolicy policy =
        ProducerPolicy.DEFAULT.withCompression(compression).withTimeout(timeout);
    return durability == null ? policy : policy.withDurability(durability);
  }

  private InputStream open() throws IOException {
    if (file.equals("-")) {
      return context.terminal().in();
    }
    Path path = Path.of(file);
    if (Files.isDirectory(path)) {
      throw new CliException(ExitCode.FAILED, file + " is a directory, not a file of lines.");
    }
    return Files.newInputStream(path);
  }
}
