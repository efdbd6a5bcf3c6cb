package io.feige.dist.mailbox;

import io.feige.admin.json.MessageJson;
import io.feige.client.FeigeClient;
import io.feige.client.Mail;
import io.feige.client.Mailbox;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows what is in a mailbox. */
@Command(
    name = "read",
    description = {
      "Writes the messages of a mailbox, each on a line with its number before it; with --json an"
          + " object a line. Begins with the first that is not acked, and acks nothing unless --ack"
          + " is given.",
      "",
      "Ends when everything is written; with --follow it goes on until Ctrl-C, which ends it with"
          + " 130."
    },
    footer = {
      "",
      "Examples:",
      "  feige mailbox read inbox alice",
      "  feige mailbox read inbox alice --from 1 --json",
      "  feige mailbox read inbox alice --follow --ack"
    })
public final class MailboxReadCommand implements Callable<Integer> {
  private static final int MOST_AT_ONCE = 1_000;
  private static final Duration LOOK = Duration.ofMillis(250);

  /** A message for scripts. */
  record MailJson(long sequence, MessageJson message) {}

  private final Context context;

  @Parameters(index = "0", paramLabel = "TOPIC", description = "The topic.")
  private String topic = "";

  @Parameters(index = "1", paramLabel = "IDENTITY", description = "Whose mailbox.")
  private String identity = "";

  @Option(
      names = "--from",
      paramLabel = "N",
      description = "Number of the first message; 1: everything that is still there.")
  private @Nullable Long from;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "End after so many messages.")
  private long count = Long.MAX_VALUE;

  @Option(names = "--follow", description = "Wait for more at the end.")
  private boolean follow;

  @Option(names = "--ack", description = "Ack what was written.")
  private boolean ack;

  public MailboxReadCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (count < 1 || (from != null && from < 1)) {
      throw new CliException(ExitCode.USAGE, "--count and --from must be 1 or more.");
    }
    try (FeigeClient client = context.connect();
        StopSignal stop = StopSignal.listen()) {
      Mailbox mailbox = client.mailboxes(topic).open(identity);
      if (from != null) {
        mailbox.seek(from);
      }
      long left = count;
      boolean isAtEnd = false;
      while (!stop.isSet() && left > 0 && !isAtEnd) {
        int most = (int) Math.min(left, MOST_AT_ONCE);
        List<Mail> came = mailbox.read(most, follow ? LOOK : Duration.ZERO);
        came.forEach(this::write);
        if (ack && !came.isEmpty()) {
          mailbox.ack(came.getLast().sequence());
        }
        left -= came.size();
        isAtEnd = came.isEmpty() && !follow;
      }
      return stop.isSet() ? ExitCode.INTERRUPTED : ExitCode.OK;
    }
  }

  private void write(Mail mail) {
    if (context.isJson()) {
      context.terminal().json(new MailJson(mail.sequence(), MessageJson.of(mail.message())));
    } else {
      context.terminal().line(mail.sequence() + "  " + mail.text());
    }
  }
}
