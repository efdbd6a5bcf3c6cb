package io.feige.admin.stored;

import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.broker.store.StoreAddress;
import io.feige.broker.store.history.Attempt;
import io.feige.broker.store.history.Found;
import io.feige.broker.store.history.History;
import io.feige.broker.store.history.MessageId;
import io.feige.broker.store.history.Place;
import io.feige.broker.store.history.Search;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.DatabaseFault;
import io.feige.config.DatabaseConfig;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The message store, read. A database is met when somebody asks for what it has and not before, and
 * whoever asks waits for it alone. Nothing is written there, and no table made. Any thread.
 */
public final class StoredMessages implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoredMessages.class);

  /** Whoever asks has one, so more of them need not ask at a time. */
  public static final int CONNECTIONS = 4;

  /** Bytes of a message that is shown by itself. */
  static final int MOST_SHOWN_ALONE = 1 << 20;

  private static final int MOST_OF_A_NAME = 10;
  private static final int MOST_ATTEMPTS = 1_000;
  private static final int SECONDS = 5;

  private final DatabaseConfig config;
  private final RateLimitedLog unreadable = RateLimitedLog.of(LOG, AdminLogId.STORE_UNREADABLE);
  private final Map<String, Database> open = new HashMap<>();

  /** A question to a database. */
  interface Question<T> {
    T ask(Database database) throws SQLException;
  }

  public StoredMessages(DatabaseConfig config) {
    this.config = config;
  }

  /** Whether there is a store. */
  public boolean isThere() {
    return !config.urls().isEmpty();
  }

  /**
   * Messages, the youngest first, as JSON with how far it came.
   *
   * @param after only those behind this place; null: from the youngest on
   * @param limit at most so many
   * @throws UnreadableException if a database does not answer
   */
  public ObjectNode find(Search search, @Nullable Place after, int limit) {
    return new PageSearch(this, search, after, limit).run(config.urlsFrom(DatabaseConfig.ANY_PAIR));
  }

  /**
   * The messages of that name with what became of them, as JSON: more than one where the topic was
   * deleted and made again.
   *
   * @throws UnreadableException if a database does not answer
   */
  public List<ObjectNode> named(MessageId id) {
    for (String url : config.urlsFrom(id.pair())) {
      List<ObjectNode> found = ask(url, database -> named(new History(database, SECONDS), id));
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  private static List<ObjectNode> named(History history, MessageId id) throws SQLException {
    List<ObjectNode> all = new ArrayList<>();
    for (Found each : history.places(id, MOST_OF_A_NAME)) {
      ObjectNode json = StoredJson.of(history, id.topic(), each, MOST_SHOWN_ALONE);
      if (json != null) {
        List<Attempt> attempts = history.attempts(id, each.place().partition(), MOST_ATTEMPTS + 1);
        all.add(StoredJson.with(json, attempts, MOST_ATTEMPTS));
      }
    }
    return all;
  }

  /** The answer of a database, whatever keeps it from answering. */
  <T> T ask(String url, Question<T> question) {
    try {
      return question.ask(database(url));
    } catch (SQLException e) {
      if (DatabaseFault.isTimeUp(e)) {
        throw new UnreadableException(place(url), true);
      }
      unreadable.warn(place(url), DatabaseFault.words(e));
      throw new UnreadableException(place(url), false);
    }
  }

  private Database database(String url) throws SQLException {
    synchronized (open) {
      Database known = open.get(url);
      if (known == null) {
        known = open(url);
        open.put(url, known);
      }
      return known;
    }
  }

  private Database open(String url) throws SQLException {
    try {
      return Database.forReading(
          new StoreAddress(url, config.user(), config.password(), config.ca()), CONNECTIONS);
    } catch (RuntimeException e) {
      // The pool says so when it cannot make anything of the address.
      throw new SQLException("the address cannot be used", e);
    }
  }

  /** Host, port and database. */
  static String place(String url) {
    return url.replaceFirst("^jdbc:mysql://", "").replaceFirst("[?].*", "");
  }

  @Override
  public void close() {
    synchronized (open) {
      // No reference to its method, which would load the class for nothing.
      for (Database each : open.values()) {
        each.close();
      }
      open.clear();
    }
  }
}
