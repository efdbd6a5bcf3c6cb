package io.feige.admin.stored;

import io.feige.admin.json.Json;
import io.feige.broker.store.history.Found;
import io.feige.broker.store.history.History;
import io.feige.broker.store.history.HistoryWalk;
import io.feige.broker.store.history.Place;
import io.feige.broker.store.history.Search;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.DatabaseFault;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * One page of a search through all databases. It ends when enough was found, after {@link
 * #LIMIT_NANOS}, or at an answer of {@link #MOST_SHOWN} characters; the answer says how far it
 * came, and to go on from there misses nothing. Used once, by one thread.
 */
final class PageSearch {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long MOST_SHOWN = 1L << 20;
  private static final long MOST_SHOWN_OF_ONE = 64L << 10;

  /** So many rows are looked at in one statement, where most are not what is searched for. */
  private static final int ROWS = 2_000;

  private record Hit(String url, Found found) {
    Place place() {
      return found.place();
    }
  }

  private final StoredMessages store;
  private final Search search;
  private final @Nullable Place after;
  private final int limit;
  private final long begin = System.nanoTime();
  private final List<Hit> hits = new ArrayList<>();
  private final List<HistoryWalk> walks = new ArrayList<>();
  private final List<ObjectNode> shown = new ArrayList<>();
  private @Nullable Place reached;
  private boolean isTimeUp;

  PageSearch(StoredMessages store, Search search, @Nullable Place after, int limit) {
    this.store = store;
    this.search = search;
    this.after = after;
    this.limit = limit;
  }

  ObjectNode run(Set<String> urls) {
    int left = urls.size();
    for (String url : urls) {
      long untilNanos = begin + LIMIT_NANOS - leftNanos() * (left - 1) / left;
      walks.add(store.ask(url, database -> walk(database, url, untilNanos)));
      left--;
    }
    // What one database has not come to may be younger than what another one has found.
    reached =
        walks.stream()
            .filter(walk -> !walk.isAtEnd())
            .map(HistoryWalk::reached)
            .min(Comparator.naturalOrder())
            .orElse(null);
    show();
    return told();
  }

  /** Goes through one database, until a moment. */
  private HistoryWalk walk(Database database, String url, long untilNanos) throws SQLException {
    HistoryWalk walk = new HistoryWalk(database, search, after);
    int rows = search.headerName() == null ? limit + 1 : ROWS;
    int count = 0;
    boolean isOver = false;
    try {
      while (!isOver) {
        List<Found> some = walk.next(rows, seconds(untilNanos));
        some.forEach(each -> hits.add(new Hit(url, each)));
        count += some.size();
        boolean isEnough = walk.isAtEnd() || count > limit;
        boolean isLate = !isEnough && untilNanos - System.nanoTime() <= 0;
        isTimeUp |= isLate;
        isOver = isEnough || isLate;
      }
    } catch (SQLException e) {
      if (!DatabaseFault.isTimeUp(e) || walk.lookedAt() == 0) {
        throw e;
      }
      isTimeUp = true;
    }
    return walk;
  }

  private void show() {
    Place end = reached;
    List<Hit> wanted =
        hits.stream()
            .filter(hit -> end == null || hit.place().compareTo(end) <= 0)
            .sorted(Comparator.comparing(Hit::place))
            .toList();
    long size = 0;
    Place last = null;
    for (Hit hit : wanted) {
      if (shown.size() >= limit || size >= MOST_SHOWN || (last != null && leftNanos() <= 0)) {
        isTimeUp |= leftNanos() <= 0;
        reached = last;
        return;
      }
      ObjectNode json =
          store
              .ask(hit.url(), database -> json(new History(database, seconds()), hit))
              .orElse(null);
      if (json != null) {
        size += Json.text(json).length();
        shown.add(json);
      }
      last = hit.place();
    }
  }

  private Optional<ObjectNode> json(History history, Hit hit) throws SQLException {
    return Optional.ofNullable(
        StoredJson.of(history, search.topic(), hit.found(), MOST_SHOWN_OF_ONE));
  }

  private ObjectNode told() {
    ObjectNode json =
        Json.object()
            .put("topic", search.topic())
            .set("messages", Json.array(shown, message -> message))
            .put("lookedAt", walks.stream().mapToLong(HistoryWalk::lookedAt).sum())
            .put("timeUp", isTimeUp);
    Place end = reached;
    if (end != null) {
      json.put("lookedTo", end.storedAt().toString()).put("next", end.toString());
    }
    return json;
  }

  private long leftNanos() {
    return begin + LIMIT_NANOS - System.nanoTime();
  }

  private int seconds() {
    return seconds(begin + LIMIT_NANOS);
  }

  /** What a statement may take; at least the shortest that can be said. */
  private static int seconds(long untilNanos) {
    long left = untilNanos - System.nanoTime();
    return Math.max(1, (int) Math.ceilDiv(left, TimeUnit.SECONDS.toNanos(1)));
  }
}
