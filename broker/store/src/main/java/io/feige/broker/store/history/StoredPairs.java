package io.feige.broker.store.history;

import io.feige.broker.core.group.Cursor;
import io.feige.broker.core.record.JournalRecord.Producer;
import io.feige.broker.core.state.ProducerTable.Taken;
import io.feige.broker.store.StoreException;
import io.feige.broker.store.history.StoredPair.Delay;
import io.feige.broker.store.history.StoredPair.Group;
import io.feige.broker.store.history.StoredPair.Sent;
import io.feige.broker.store.history.StoredPair.Topic;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.protocol.model.TopicSpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Reads what makes up the state of a pair whose journals are gone. One thread. */
public final class StoredPairs {
  private static final Logger LOG = LoggerFactory.getLogger(StoredPairs.class);

  /** So many messages of a topic tell who published. */
  private static final int LATELY = 20_000;

  /** No journal gets as far beyond what is stored. */
  private static final long BEYOND = 1L << 40;

  private final Database database;
  private final String pair;

  public StoredPairs(Database database, String pair) {
    this.database = database;
    this.pair = pair;
  }

  /**
   * Reads it. Of the deliveries to its groups it reads those above what is noted as settled.
   *
   * @throws StoreException if the store has nothing of the pair
   */
  public StoredPair read() throws SQLException {
    try (Connection connection = database.connect()) {
      PairRows.Checkpoint stored = PairRows.checkpoint(connection, pair);
      StoredPair read =
          new StoredPair(
              number(connection, "SELECT epoch FROM pair_epoch WHERE pair = ?"),
              number(connection, "SELECT journal FROM pair_epoch WHERE pair = ?"),
              stored.position() + BEYOND,
              topics(connection),
              delays(connection),
              (int) number(connection, "SELECT MAX(partition_no) FROM topic WHERE pair = ?"),
              (int) number(connection, "SELECT MAX(group_no) FROM consumer_group WHERE pair = ?"),
              (int)
                  number(connection, "SELECT MAX(generation) FROM consumer_group WHERE pair = ?"));
      boolean hasRows =
          number(
                  connection,
                  "SELECT COALESCE(r.epoch, e.epoch) FROM pair_epoch e"
                      + " LEFT JOIN pair_rows r ON r.pair = e.pair WHERE e.pair = ?")
              > 0;
      connection.commit();
      if (!hasRows) {
        throw new StoreException("it has nothing of " + pair);
      }
      return read;
    }
  }

  /** See {@link PairRows#takeOver}. */
  public boolean takeOver(long epoch, String node, long own, long journal)
      throws SQLException, FencedException {
    try (Connection connection = database.connect()) {
      return PairRows.takeOver(connection, pair, epoch, node, own, journal);
    }
  }

  /** See {@link PairRows#storedWhenTakenOver}. */
  public long storedWhenTakenOver(long own) throws SQLException {
    try (Connection connection = database.connect()) {
      long stored = PairRows.storedWhenTakenOver(connection, pair, own);
      connection.commit();
      return stored;
    }
  }

  /**
   * Says that the journal of a pair goes on from its end.
   *
   * @param epoch that may write
   * @throws FencedException if another one does: then the pair's journals are not gone
   */
  public void moveOn(StoredPair read, long epoch) throws SQLException, FencedException {
    try (Connection connection = database.connect()) {
      PairRows.goBack(connection, pair, epoch, read.end());
    }
  }

  /** The batches that wait are in the new journal now, and get new rows from it. */
  public void forgetDelays(StoredPair read) throws SQLException {
    try (Connection connection = database.connect();
        PreparedStatement delete =
            connection.prepareStatement(
                "DELETE FROM delayed_batch WHERE pair = ? AND position < ?")) {
      delete.setString(1, pair);
      delete.setLong(2, read.end());
      delete.executeUpdate();
      connection.commit();
    }
  }

  private long number(Connection connection, String sql) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setString(1, pair);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? row.getLong(1) : 0;
      }
    }
  }

  private List<Topic> topics(Connection connection) throws SQLException {
    List<Topic> topics = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT partition_no, spec, created_at FROM topic"
                + " WHERE pair = ? AND deleted_at IS NULL ORDER BY partition_no")) {
      select.setString(1, pair);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          TopicSpec spec = JsonMapper.shared().readValue(row.getString(2), TopicSpec.class);
          topics.add(topic(connection, row.getInt(1), spec, PairRows.millis(row, 3)));
        }
      }
    }
    return topics;
  }

  private Topic topic(Connection connection, int partition, TopicSpec spec, long createdMillis)
      throws SQLException {
    List<Group> groups = groups(connection, partition, spec.name());
    long end = endOffset(connection, partition, spec.name());
    for (Group group : groups) {
      // History that was dropped says nothing any more of what a group got to.
      end = Math.max(end, group.cursor().floor());
    }
    for (Group group : groups) {
      group.cursor().handUpTo(end);
    }
    List<Sent> sent = sent(connection, partition, spec.name(), end);
    return new Topic(partition, spec, createdMillis, end, groups, sent);
  }

  /** Who published lately, so that what is published again gets the receipt it got at first. */
  private List<Sent> sent(Connection connection, int partition, String topic, long end)
      throws SQLException {
    Map<Producer, Taken> sent = new LinkedHashMap<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT producer, producer_sequence, message_offset, position, stored_at"
                + " FROM message FORCE INDEX (PRIMARY) WHERE topic = ? AND pair = ?"
                + " AND partition_no = ? AND message_offset >= ? AND producer <> 0"
                + " ORDER BY message_offset")) {
      select.setString(1, topic);
      select.setString(2, pair);
      select.setInt(3, partition);
      select.setLong(4, end - LATELY);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          Producer producer =
              new Producer(Long.parseUnsignedLong(row.getString(1)), row.getLong(2));
          sent.putIfAbsent(
              producer, new Taken(row.getLong(3), row.getLong(4), PairRows.millis(row, 5)));
        }
      }
    }
    List<Sent> inOrder = new ArrayList<>();
    sent.forEach((producer, taken) -> inOrder.add(new Sent(producer, taken)));
    return inOrder;
  }

  private long endOffset(Connection connection, int partition, String topic) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT MAX(message_offset) FROM message"
                + " WHERE topic = ? AND pair = ? AND partition_no = ?")) {
      select.setString(1, topic);
      select.setString(2, pair);
      select.setInt(3, partition);
      try (ResultSet row = select.executeQuery()) {
        row.next();
        long last = row.getLong(1);
        return row.wasNull() ? 0 : last + 1;
      }
    }
  }

  private List<Group> groups(Connection connection, int partition, String topic)
      throws SQLException {
    List<Group> groups = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT group_no, group_name, generation, GREATEST(start_offset, settled_below)"
                + " FROM consumer_group g"
                + " WHERE pair = ? AND partition_no = ? AND deleted_at IS NULL"
                + " AND generation = (SELECT MAX(generation) FROM consumer_group"
                + " WHERE pair = g.pair AND partition_no = g.partition_no"
                + " AND group_no = g.group_no) ORDER BY group_no")) {
      select.setString(1, pair);
      select.setInt(2, partition);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          String name = row.getString(2);
          Cursor cursor = new Cursor(row.getInt(3), row.getLong(4));
          new CursorOfRows(cursor).read(connection, topic, pair, partition, name);
          groups.add(new Group(row.getInt(1), name, cursor));
        }
      }
    }
    return groups;
  }

  private List<Delay> delays(Connection connection) throws SQLException {
    List<Delay> delays = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT partition_no, stored_at, batch FROM delayed_batch"
                + " WHERE pair = ? ORDER BY position")) {
      select.setString(1, pair);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          byte[] batch = row.getBytes(3);
          if (batch.length > 0) {
            delays.add(new Delay(row.getInt(1), PairRows.millis(row, 2), batch));
          } else {
            LOG.warn(
                "partition {} of {} had a batch that waits for its time, which the database had refused"
                    + " to store; its messages are not restored",
                row.getInt(1),
                pair);
          }
        }
      }
    }
    return delays;
  }
}
