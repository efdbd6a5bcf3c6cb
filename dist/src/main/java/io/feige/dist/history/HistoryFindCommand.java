package io.feige.dist.history;

import io.feige.admin.json.TextOrBytes;
import io.feige.broker.store.history.History;
import io.feige.broker.store.history.Search;
import io.feige.broker.store.history.StoredMessage;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.DurationConverter;
import io.feige.dist.cli.Human;
import io.feige.dist.cli.Table;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds messages. */
@Command(
    name = "find",
    description = "Finds messages, the youngest first; with --json an object a line.",
    footer = {
      "",
      "Examples:",
      "  feige history find --config node-1.yaml --topic orders --key customer-7",
      "  feige history find -c node-1.yaml --topic orders --from 1h --header type=refund --json",
      "  feige history find -c node-1.yaml --topic orders --from 2026-11-21 --count"
    })
public final class HistoryFindCommand implements Runnable {
  private static final String TIMES =
      "a time as 2026-11-21T08:00:00Z, a day as 2026-11-21, or how long ago, as 10m";
  private static final int MAX_SHOWN = 60;
  private static final int MOST = 100_000;

  private final Context context;

  @Mixin private StoreOptions store = new StoreOptions();

  @Option(names = "--topic", paramLabel = "TOPIC", required = true, description = "Of this topic.")
  private String topic = "";

  @Option(names = "--key", paramLabel = "KEY", description = "With this key.")
  private @Nullable String key;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "Stored then or later: " + TIMES + ".")
  private @Nullable String from;

  @Option(names = "--to", paramLabel = "TIME", description = "Stored before, in the same forms.")
  private @Nullable String to;

  @Option(
      names = "--header",
      paramLabel = "NAME=VALUE",
      description = "With this header. No index helps with it, so say --from or --key too.")
  private @Nullable String header;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "100",
      description = "At most so many of each database. Default: ${DEFAULT-VALUE}.")
  private int limit = 100;

  @Option(names = "--count", description = "Only say how many there are.")
  private boolean count;

  public HistoryFindCommand(Context context) {
    this.context = context;
  }

  /** What {@code --count --json} prints. */
  record Count(long messages) {}

  @Override
  public void run() {
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException("--limit must be from 1 to " + MOST);
    }
    Search search = search();
    if (count) {
      AtomicLong all = new AtomicLong();
      store.each((database, url) -> all.addAndGet(new History(database).count(search)));
      context.answer(new Count(all.get()), Human.count(all.get()) + " messages");
      return;
    }
    List<StoredMessage> found = new ArrayList<>();
    store.each((database, url) -> found.addAll(new History(database).find(search, limit)));
    found.sort(Comparator.comparing(StoredMessage::storedAt).reversed());
    if (context.isJson()) {
      found.forEach(message -> context.terminal().json(StoredJson.of(message)));
    } else {
      context.terminal().line(found.isEmpty() ? "No message is stored like that." : table(found));
    }
  }

  private static String table(List<StoredMessage> found) {
    Table table = new Table("stored at", "message", "key", "body");
    for (StoredMessage each : found) {
      String key = each.key();
      table.row(each.storedAt(), each.id(), key == null ? "" : key, shown(each.body()));
    }
    return table.text();
  }

  static String shown(byte[] body) {
    String text = TextOrBytes.text(body);
    String words = text == null ? body.length + " bytes" : text.replaceAll("\\p{Cntrl}", " ");
    return words.length() <= MAX_SHOWN ? words : words.substring(0, MAX_SHOWN) + "...";
  }

  private Search search() {
    String[] named = header == null ? new String[0] : header.split("=", 2);
    if (named.length == 1) {
      throw new IllegalArgumentException("--header must be NAME=VALUE, not '" + header + "'");
    }
    boolean hasHeader = named.length == 2;
    return new Search(
        topic, key, time(from), time(to), hasHeader ? named[0] : null, hasHeader ? named[1] : null);
  }

  static @Nullable Instant time(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      if (text.matches("\\d{1,9}[a-z]{1,2}")) {
        return Instant.now().minus(new DurationConverter().convert(text));
      }
      return text.matches("\\d{4}-\\d{2}-\\d{2}")
          ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
          : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException unreadable) {
      throw new IllegalArgumentException("'" + text + "' is no time: " + TIMES, unreadable);
    }
  }
}
