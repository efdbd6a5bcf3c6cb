package io.feige.broker.store.jdbc;

import io.feige.broker.store.row.LedgerRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import tools.jackson.databind.json.JsonMapper;

/** Writes the rows of the small tables, one by one. Each may be written again. */
final class LedgerWriter {
  private LedgerWriter() {}

  static void write(Connection connection, String pair, LedgerRow row) throws SQLException {
    switch (row) {
      case LedgerRow.TopicBegan began ->
          run(
              connection,
              "INSERT INTO topic (pair, partition_no, topic, spec, created_at)"
                  + " VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE topic = topic",
              pair,
              began.partition(),
              began.spec().name(),
              JsonMapper.shared().writeValueAsString(began.spec()),
              PairRows.utc(began.millis()));
      case LedgerRow.TopicChanged changed ->
          run(
              connection,
              "UPDATE topic SET spec = ? WHERE pair = ? AND partition_no = ?",
              JsonMapper.shared().writeValueAsString(changed.spec()),
              pair,
              changed.partition());
      case LedgerRow.TopicEnded ended -> endTopic(connection, pair, ended);
      case LedgerRow.GroupBegan began -> writeGroup(connection, pair, began);
      case LedgerRow.GroupEnded ended ->
          run(
              connection,
              "UPDATE consumer_group SET deleted_at = ?"
                  + " WHERE pair = ? AND partition_no = ? AND group_no = ?",
              PairRows.utc(ended.millis()),
              pair,
              ended.partition(),
              ended.group());
      case LedgerRow.DelayBegan began -> writeDelay(connection, pair, began);
      case LedgerRow.DelayCancelled cancelled -> writeCancel(connection, pair, cancelled);
      case LedgerRow.DelayEnded ended -> endDelay(connection, pair, ended);
    }
  }

  private static void endTopic(Connection connection, String pair, LedgerRow.TopicEnded ended)
      throws SQLException {
    run(
        connection,
        "UPDATE topic SET deleted_at = ? WHERE pair = ? AND partition_no = ?",
        PairRows.utc(ended.millis()),
        pair,
        ended.partition());
    run(
        connection,
        "UPDATE consumer_group SET deleted_at = ?"
            + " WHERE pair = ? AND partition_no = ? AND deleted_at IS NULL",
        PairRows.utc(ended.millis()),
        pair,
        ended.partition());
    run(
        connection,
        "DELETE FROM delayed_batch WHERE pair = ? AND partition_no = ?",
        pair,
        ended.partition());
    run(
        connection,
        "DELETE FROM delayed_cancel WHERE pair = ? AND partition_no = ?",
        pair,
        ended.partition());
  }

  private static void endDelay(Connection connection, String pair, LedgerRow.DelayEnded ended)
      throws SQLException {
    run(
        connection,
        "DELETE FROM delayed_batch WHERE pair = ? AND position = ?",
        pair,
        ended.position());
    run(
        connection,
        "DELETE FROM delayed_cancel WHERE pair = ? AND position = ?",
        pair,
        ended.position());
  }

  private static void writeGroup(Connection connection, String pair, LedgerRow.GroupBegan began)
      throws SQLException {
    run(
        connection,
        "INSERT INTO consumer_group (pair, partition_no, group_no, generation, topic, group_name,"
            + " start_offset, since, position) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE topic = topic",
        pair,
        began.partition(),
        began.group(),
        began.generation(),
        began.topic(),
        began.name(),
        began.start(),
        PairRows.utc(began.millis()),
        began.position());
  }

  private static void writeDelay(Connection connection, String pair, LedgerRow.DelayBegan began)
      throws SQLException {
    run(
        connection,
        "INSERT INTO delayed_batch (pair, position, partition_no, topic, deliver_at, messages,"
            + " batch, stored_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE topic = topic",
        pair,
        began.position(),
        began.partition(),
        began.topic(),
        PairRows.utc(began.deliverAtMillis()),
        began.messages(),
        began.batch(),
        PairRows.utc(began.millis()));
  }

  private static void writeCancel(
      Connection connection, String pair, LedgerRow.DelayCancelled cancelled) throws SQLException {
    run(
        connection,
        "INSERT INTO delayed_cancel (pair, position, message_index, partition_no, cancelled_at)"
            + " VALUES (?, ?, ?, ?, ?) ON DUPLICATE KEY UPDATE partition_no = partition_no",
        pair,
        cancelled.position(),
        cancelled.index(),
        cancelled.partition(),
        PairRows.utc(cancelled.millis()));
    run(
        connection,
        "UPDATE delayed_batch SET messages = ? WHERE pair = ? AND position = ?",
        cancelled.left(),
        pair,
        cancelled.position());
  }

  private static void run(Connection connection, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        if (values[i] instanceof byte[] bytes) {
          BatchWriter.setBytes(statement, i + 1, bytes);
        } else {
          statement.setObject(i + 1, values[i]);
        }
      }
      statement.executeUpdate();
    }
  }
}
