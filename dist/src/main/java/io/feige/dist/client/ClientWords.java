package io.feige.dist.client;

import io.feige.client.ConnectedClient;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** Who is connected, as a person reads it. */
final class ClientWords {
  private ClientWords() {}

  static String list(List<ConnectedClient> clients, Instant now) {
    if (clients.isEmpty()) {
      return "Nobody is connected.";
    }
    // What the client says of itself stands last, so that it cannot pass for another column.
    Table table =
        new Table(
            "NODE",
            "NO.",
            "ADDRESS",
            "USER",
            "KIND",
            "PAIR",
            "SINCE",
            "LAST REQUEST",
            "REQUESTS",
            "OWED",
            "TLS",
            "SOFTWARE");
    for (ConnectedClient client : clients) {
      table.row(
          client.nodeId(),
          client.connection(),
          client.address(),
          orDash(client.user()),
          client.kind().name().toLowerCase(Locale.ROOT),
          orDash(client.pair()),
          ago(client.since(), now),
          client.lastRequest().map(at -> ago(at, now)).orElse("-"),
          Human.count(client.requests()),
          Human.bytes(client.bytesOwed()),
          client.isEncrypted() ? "yes" : "no",
          client.software());
    }
    return table.text();
  }

  private static String orDash(String text) {
    return text.isEmpty() ? "-" : text;
  }

  private static String ago(Instant at, Instant now) {
    Duration since = Duration.between(at, now);
    return since.toMillis() < 1_000 ? "just now" : Human.nanos(since.toNanos()) + " ago";
  }
}
