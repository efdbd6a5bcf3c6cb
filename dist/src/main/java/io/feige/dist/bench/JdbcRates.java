package io.feige.dist.bench;

import io.feige.dist.bench.MeasureOptions.Plan;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
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
  private static final int BATCH_ROWS = 512;
  private static final int SIZE = 128;
  private static final String COLUMNS =
      "(topic, pair, partition_no, message_offset, day, position, epoch, body, body_bytes,"
          + " published_at, stored_at, producer, producer_sequence)";
  private static final String VALUES = "(?,?,?,?,?,?,?,?,?,?,?,?,?)";
  private static final int COLUMN_COUNT = 13;

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
    return run(plan, SINGLE_THREADS, 1);
  }

  /** Many rows in each transaction. */
  RunResult batches(Plan plan) {
    return run(plan, BATCH_THREADS, BATCH_ROWS);
  }

  private RunResult run(Plan plan, int threads, int rows) {
    long from = System.nanoTime();
    long end = from + plan.time().toNanos();
    List<Callable<Long>> tasks =
        IntStream.range(0, threads)
            .<Callable<Long>>mapToObj(thread -> () -> insert(end, rows))
            .toList();
    long inserted = Workers.run(tasks).stream().mapToLong(Long::longValue).sum();
    return RunResult.rate(inserted, 0, inserted * SIZE, System.nanoTime() - from);
  }

  private long insert(long end, int rows) throws SQLException {
    String sql =
        "INSERT INTO message "
            + COLUMNS
            + " VALUES "
            + String.join(",", Collections.nCopies(rows, VALUES));
    long inserted = 0;
    byte[] body = new byte[SIZE];
    try (Connection connection = DriverManager.getConnection(url, "root", "");
        PreparedStatement statement = connection.prepareStatement(sql)) {
      while (System.nanoTime() - end < 0) {
        LocalDateTime now = LocalDateTime.now(ZoneOffset.UTC);
        for (int i = 0; i < rows; i++) {
          bind(statement, i * COLUMN_COUNT, now, body);
        }
        inserted += statement.executeUpdate();
      }
    }
    return inserted;
  }

  private void bind(PreparedStatement to, int at, LocalDateTime now, byte[] body)
      throws SQLException {
    to.setString(at + 1, "bare-loop");
    to.setString(at + 2, "pair-0");
    to.setInt(at + 3, 1);
    to.setLong(at + 4, offset.incrementAndGet());
    to.setObject(at + 5, now.toLocalDate());
    to.setLong(at + 6, 0);
    to.setLong(at + 7, 1);
    to.setBytes(at + 8, body);
    to.setInt(at + 9, SIZE);
    to.setObject(at + 10, now);
    to.setObject(at + 11, now);
    to.setLong(at + 12, 1);
    to.setLong(at + 13, 1);
  }
}
