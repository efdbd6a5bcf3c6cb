package io.feige.dist.history;

import io.feige.broker.store.history.Attempt;
import io.feige.broker.store.history.History;
import io.feige.broker.store.history.MessageId;
import io.feige.broker.store.history.StoredMessage;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows the life of a message. */
@Command(
    name = "show",
    description = "Shows a message and what became of it: who got it, and how each attempt ended.",
    footer = {"", "Example:", "  feige history show --config node-1.yaml orders/pair-1/4711"})
public final class HistoryShowCommand implements Runnable {
  private final Context context;

  @Mixin private StoreOptions store = new StoreOptions();

  @Parameters(
      paramLabel = "MESSAGE",
      description = "TOPIC/PAIR/OFFSET, as 'history find' shows it.")
  private String message = "";

  public HistoryShowCommand(Context context) {
    this.context = context;
  }

  @Override
  public void run() {
    MessageId id = MessageId.parse(message);
    Map<StoredMessage, List<Attempt>> found = new LinkedHashMap<>();
    store.each((database, url) -> {
      History history = new History(database);
      for (StoredMessage each : history.named(id)) {
        found.put(each, history.attempts(each));
      }
    });
    if (found.isEmpty()) {
      throw new CliException(
          ExitCode.FAILED,
          "the store has no message "
              + id
              + "; it may have been dropped with its day, or not be stored yet.");
    }
    found.forEach((each, attempts) -> {
      if (context.isJson()) {
        context.terminal().json(StoredJson.of(each, attempts));
      } else {
        context.terminal().line(words(each, attempts));
      }
    });
  }

  private static String words(StoredMessage of, List<Attempt> attempts) {
    StringBuilder words = new StringBuilder();
    words.append(of.id());
    words.append(of.key() == null ? "" : "  key " + of.key()).append('\n');
    words.append(of.publishedAt()).append("  published (by the publisher's clock)\n");
    words.append(of.storedAt()).append("  stored in epoch ").append(of.epoch());
    words.append(", at position ").append(of.position()).append('\n');
    for (Attempt attempt : attempts) {
      words.append(attempt.settledAt()).append("  ").append(attempt.group());
      words.append(", attempt ").append(attempt.attempt()).append(": ");
      words.append(attempt.outcome().replace('_', ' ').toLowerCase(java.util.Locale.ROOT));
      words.append(
          attempt.consumer().isEmpty() ? " (its lease ran out)" : " by " + attempt.consumer());
      words.append(attempt.dueAt() == null ? "" : ", to come again at " + attempt.dueAt());
      words.append(attempt.reason() == null ? "" : ", because: " + attempt.reason()).append('\n');
    }
    words.append(attempts.isEmpty() ? "no attempt to deliver it has ended yet\n" : "");
    words.append(of.headers() == null ? "" : "headers  " + of.headers() + "\n");
    words.append(of.problem() == null ? "" : "problem  " + of.problem() + "\n");
    return words.append("body     ").append(HistoryFindCommand.shown(of.body())).toString();
  }
}
