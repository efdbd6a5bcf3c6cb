package io.feige.broker.store.tail;

import io.feige.broker.store.jdbc.Days;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the days of the tables once an hour, beside the tail: changing a table may take its
 * time. Owned by whoever has the tail's turn.
 */
final class TailDays {
  private static final Logger LOG = LoggerFactory.getLogger(TailDays.class);
  private static final long PAUSE_NANOS = 3_600_000_000_000L;

  private final TailSetup setup;
  private long keptNanos = System.nanoTime();

  TailDays(TailSetup setup) {
    this.setup = setup;
  }

  static void keep(Connection connection, TailSetup setup) throws SQLException {
    // Neither this node's clock nor the database's alone makes a day old enough to be dropped.
    LocalDate here = LocalDate.now(ZoneOffset.UTC);
    LocalDate there = Days.today(connection);
    LocalDate today = here.isBefore(there) ? here : there;
    Days.keep(connection, today, setup.settings().retention());
  }

  /** Does what is due. */
  void look() {
    if (System.nanoTime() - keptNanos <= PAUSE_NANOS) {
      return;
    }
    keptNanos = System.nanoTime();
    setup
        .threads()
        .virtual(
            "feige-sql-days-" + setup.pair(),
            () -> {
              try (Connection connection = setup.database().connect()) {
                keep(connection, setup);
              } catch (SQLException | RuntimeException e) {
                LOG.warn(
                    "{}: the days of the message store could not be looked after: {}",
                    setup.pair(),
                    e.getMessage());
              }
            })
        .start();
  }
}
