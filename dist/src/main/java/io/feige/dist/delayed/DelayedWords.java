package io.feige.dist.delayed;

import io.feige.client.DelayedMessage;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.util.List;

/** Delayed messages as a person reads them. */
final class DelayedWords {
  private static final int MAX_KEY_CHARS = 40;

  private DelayedWords() {}

  static String list(String topic, List<DelayedMessage> messages, int limit) {
    if (messages.isEmpty()) {
      return "No message of topic " + topic + " waits for its time.";
    }
    Table table = new Table("ID", "DUE", "PUBLISHED", "KEY", "BODY");
    for (DelayedMessage message : messages) {
      table.row(
          message.id(),
          message.dueAt(),
          message.publishedAt(),
          message.keyText().map(DelayedWords::key).orElse("-"),
          Human.bytes(message.bodyLength()));
    }
    return table.text()
        + (messages.size() < limit ? "" : "\nThere may be more: --limit is " + limit + ".");
  }

  /** On one line, and not wider than a column should be. */
  private static String key(String key) {
    String line = key.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= MAX_KEY_CHARS ? line : line.substring(0, MAX_KEY_CHARS) + "...";
  }
}
