package io.feige.broker.store.tail;

import io.feige.broker.store.Threads;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.PairRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks now and then how far a pair is stored, for a replica that does not store it itself. */
public final class CheckpointWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CheckpointWatch.class);
  private static final long PAUSE_MILLIS = 2_000;

  private final Database database;
  private final String pair;
  private final LongConsumer stored;
  private final Thread thread;
  private volatile boolean isClosed;

  private CheckpointWatch(Database database, String pair, Threads threads, LongConsumer stored) {
    this.database = database;
    this.pair = pair;
    this.stored = stored;
    this.thread = threads.virtual("feige-sql-watch-" + pair, this::run);
  }

  /**
   * Begins to look.
   *
   * @param stored is given, on the watch's thread, a position below which everything is stored
   */
  public static CheckpointWatch start(
      Database database, String pair, Threads threads, LongConsumer stored) {
    CheckpointWatch watch = new CheckpointWatch(database, pair, threads, stored);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try {
      while (!isClosed) {
        look();
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      // Closed.
    }
  }

  private void look() {
    try (Connection connection = database.connect()) {
      stored.accept(PairRows.checkpoint(connection, pair).position());
    } catch (SQLException | RuntimeException e) {
      // What was known stays true: the store only grows. The active says what is wrong with it.
      LOG.debug("{}: how far it is stored cannot be seen: {}", pair, e.toString());
    }
  }

  @Override
  public void close() {
    isClosed = true;
    thread.interrupt();
  }
}
