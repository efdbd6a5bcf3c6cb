package io.feige.dist.bench;

import io.feige.dist.bench.MeasureOptions.Plan;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** How many rows of messages a database takes from plain JDBC, with nothing of a broker in it. */
final class JdbcRates {
  private static final int SINGLE_THREADS = 16;
  private static final int BATCH_THREADS = 3;
  private static final int BATCH_STATEMENTS = 4;
  private static final int STATEMENT_ROWS = 512;
  private static final int SIZE = 128;

  /** As long as the name of a topic that is measured: it is in each of the table's indexes. */
  private static final String TOPIC = "bench-bareloop";

  private static final String COLUMNS =
      "(topic, pair, partition_no, message_offset, day, position, epoch, body, body_bytes,"
          + " published_at, stored_at, producer, producer_sequence)";
  private static final int PARAMETERS = 8;

  private final String url;
  private final AtomicLong offset = new AtomicLong(System.currentTimeMillis() * 1_000);

  JdbcRates(String url) {
    this.url =
        url
            + "&useServerPrepStmts=true&useLocalSessionState=true&preserveInstants=false"
            + "&connectionTimeZone=UTC";
  }

  /** One row in each transaction. */
  RunResult singleRows(Plan plan) {
    return run(plan, SINGLE_THREADS, 1, 1);
  }

  /** Many rows in each transaction, by the statements that a node's tail uses for such rows. */
  RunResult batches(Plan plan) {
    return run(plan, BATCH_THREADS, BATCH_STATEMENTS, STATEMENT_ROWS);
  }

  private RunResult run(Plan plan, int threads, int statements, int rows) {
    long from = System.nanoTime();
    long end = from + plan.time().toNanos();
    List<Callable<Long>> tasks =
        IntStream.range(0, threads)
            .<Callable<Long>>mapToObj(thread -> () -> insert(end, statements, rows))
            .toList();
    long inserted = Workers.run(tasks).stream().mapToLong(Long::longValue).sum();
    return RunResult.rate(inserted, 0, inserted * SIZE, System.nanoTime() - from);
  }

  private long insert(long end, int statements, int rows) throws SQLException {
    LocalDate day = LocalDate.now(ZoneOffset.UTC);
    String values =
        "(_ascii'" + TOPIC + "',_ascii'pair-0',1,?,_ascii'" + day + "',?,1,?,?,?,?,?,?)";
    String sql =
        "INSERT INTO message "
            + COLUMNS
            + " VALUES "
            + String.join(",", Collections.nCopies(rows, values));
    long inserted = 0;
    Payload payload = new Payload(SIZE);
    try (Connection connection = DriverManager.getConnection(url, "root", "");
        PreparedStatement statement = connection.prepareStatement(sql)) {
      connection.setAutoCommit(statements == 1);
      while (System.nanoTime() - end < 0) {
        for (int i = 0; i < statements; i++) {
          bind(statement, rows, payload);
          inserted += statement.executeUpdate();
        }
        if (statements > 1) {
          connection.commit();
        }
      }
    }
    return inserted;
  }

  private void bind(PreparedStatement to, int rows, Payload payload) throws SQLException {
    LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
    long first = offset.getAndAdd(rows);
    for (int i = 0; i < rows; i++) {
      int at = i * PARAMETERS;
      to.setLong(at + 1, first + i);
      to.setLong(at + 2, first);
      to.setObject(at + 3, payload.nextBody(), Types.BLOB);
      to.setInt(at + 4, SIZE);
      to.setObject(at + 5, now);
      to.setObject(at + 6, now);
      to.setLong(at + 7, 1);
      to.setLong(at + 8, first);
    }
  }
}
