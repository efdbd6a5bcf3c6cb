package io.feige.broker.store.jdbc;

import io.feige.broker.store.StoreException;
import io.feige.broker.store.row.GroupFloor;
import io.feige.broker.store.row.Names;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * What the store knows of a pair: who may write for it, how far its journal is stored, what its
 * numbers stand for.
 */
public final class PairRows {
  /**
   * Up to where everything is stored.
   *
   * @param epoch of the activation that has stored it; 0: nothing is stored
   */
  public record Checkpoint(long position, long epoch) {
    /** Whether nothing is stored. */
    public boolean isNone() {
      return epoch == 0;
    }
  }

  /** The end of the year 9999. */
  private static final long LAST_MILLIS = 253_402_300_799_999L;

  /** Whose checkpoint goes with no batch. */
  private static final int NO_WORKER = -1;

  /** ER_DATA_OUT_OF_RANGE. */
  private static final int OUT_OF_RANGE = 1690;

  private PairRows() {}

  /**
   * Says that only this epoch, or a higher one, may write for the pair from now on, and that the
   * rows are of its journal. Transactions of lower ones that have not looked yet are refused when
   * they do; those that have are waited for.
   *
   * @param journal when the pair's journal began, milliseconds since 1970; 0: not known
   * @throws FencedException if a higher epoch may write
   * @throws StoreException if the rows of the pair are of another journal
   */
  public static void claim(
      Connection connection, String pair, long epoch, String node, long journal)
      throws SQLException, FencedException {
    try (PreparedStatement claim =
        connection.prepareStatement(
            "INSERT INTO pair_epoch (pair, epoch, node, since, journal) VALUES (?, ?, ?, ?, ?)"
                + " ON DUPLICATE KEY UPDATE journal = IF(journal = 0, VALUES(journal), journal),"
                + " node = IF(VALUES(epoch) > epoch, VALUES(node), node),"
                + " since = IF(VALUES(epoch) > epoch, VALUES(since), since),"
                + " epoch = IF(journal = VALUES(journal), GREATEST(epoch, VALUES(epoch)), epoch)")) {
      claim.setString(1, pair);
      claim.setLong(2, epoch);
      claim.setString(3, node);
      claim.setObject(4, now());
      claim.setLong(5, journal);
      claim.executeUpdate();
    }
    requireJournal(connection, pair, journal);
    long holds = epoch(connection, pair);
    if (holds > epoch) {
      connection.rollback();
      throw new FencedException(pair, epoch, holds);
    }
    fill(connection, pair, epoch);
    connection.commit();
  }

  /** The rows are of the journal of an epoch. */
  private static void fill(Connection connection, String pair, long epoch) throws SQLException {
    try (PreparedStatement fill =
        connection.prepareStatement(
            "INSERT INTO pair_rows (pair, epoch) VALUES (?, ?)"
                + " ON DUPLICATE KEY UPDATE epoch = VALUES(epoch)")) {
      fill.setString(1, pair);
      fill.setLong(2, epoch);
      fill.executeUpdate();
    }
  }

  /**
   * Says that only an epoch may write that is to go on from what is stored, and keeps up to where
   * that is; or from its own journal, if the rows are of that. The rows stay those of the epoch
   * before in the second case: of the new one nothing is on any disk yet, and if it ends before
   * that, its journal is still to be known as theirs.
   *
   * @param own the last epoch that this node's journal has an activation of
   * @param journal when this node's journal began; 0: not known
   * @return whether it goes on from what is stored; false: from its own journal, or nothing is
   *     stored
   * @throws FencedException if a higher epoch may write
   */
  public static boolean takeOver(
      Connection connection, String pair, long epoch, String node, long own, long journal)
      throws SQLException, FencedException {
    Claimed before = claimed(connection, pair);
    boolean isOwn = before.filled() <= own;
    if (isOwn && before.filled() > 0 && before.journal() != journal) {
      // They stay with the cluster whose rows they are. Who wants to write here is told why not.
      connection.rollback();
      return false;
    }
    if (before.epoch() > epoch) {
      connection.rollback();
      throw new FencedException(pair, epoch, before.epoch());
    }
    if (!isOwn) {
      noteTakeOver(connection, pair, epoch, node);
    }
    try (PreparedStatement fence =
        connection.prepareStatement(
            "UPDATE pair_epoch SET epoch = ?, node = ?, since = ? WHERE pair = ?")) {
      fence.setLong(1, epoch);
      fence.setString(2, node);
      fence.setObject(3, now());
      fence.setString(4, pair);
      fence.executeUpdate();
    }
    fill(connection, pair, isOwn ? before.filled() : epoch);
    connection.commit();
    return !isOwn;
  }

  /**
   * Who may write, and whose rows there are.
   *
   * @param epoch the lowest that may write; 0: any
   * @param filled the activation whose journal the rows are of; 0: there are none
   * @param journal when that journal began; 0: not known
   */
  private record Claimed(long epoch, long filled, long journal) {}

  /** Held as it is until the transaction ends. */
  private static Claimed claimed(Connection connection, String pair) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT e.epoch, COALESCE(r.epoch, e.epoch), e.journal FROM pair_epoch e"
                + " LEFT JOIN pair_rows r ON r.pair = e.pair WHERE e.pair = ? FOR UPDATE")) {
      select.setString(1, pair);
      try (ResultSet found = select.executeQuery()) {
        if (found.next()) {
          return new Claimed(found.getLong(1), found.getLong(2), found.getLong(3));
        }
      }
    }
    makeRow(connection, pair);
    return claimed(connection, pair);
  }

  /** What is not there cannot be held. */
  private static void makeRow(Connection connection, String pair) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT IGNORE INTO pair_epoch (pair, epoch, node, since, journal)"
                + " VALUES (?, 0, '', ?, 0)")) {
      insert.setString(1, pair);
      insert.setObject(2, now());
      insert.executeUpdate();
      connection.commit();
    }
  }

  private static void noteTakeOver(Connection connection, String pair, long epoch, String node)
      throws SQLException {
    try (PreparedStatement note =
        connection.prepareStatement(
            "INSERT INTO takeover (pair, epoch, node, stored_to, since)"
                + " SELECT ?, ?, ?, COALESCE(MAX(position), 0), ? FROM checkpoint WHERE pair = ?"
                + " ON DUPLICATE KEY UPDATE node = VALUES(node)")) {
      note.setString(1, pair);
      note.setLong(2, epoch);
      note.setString(3, node);
      note.setObject(4, now());
      note.setString(5, pair);
      note.executeUpdate();
    }
  }

  /**
   * Up to where a journal was stored when another node took over after an epoch of it.
   *
   * @param own the last epoch that the journal has an activation of
   */
  public static long storedWhenTakenOver(Connection connection, String pair, long own)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT stored_to FROM takeover WHERE pair = ? AND epoch > ? ORDER BY epoch LIMIT 1")) {
      select.setString(1, pair);
      select.setLong(2, own);
      try (ResultSet found = select.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    }
  }

  /**
   * Makes sure that an epoch may still write.
   *
   * @throws FencedException if it may not
   */
  public static void require(Connection connection, String pair, long epoch)
      throws SQLException, FencedException {
    commit(connection, pair, epoch, "");
  }

  private static void requireJournal(Connection connection, String pair, long journal)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT journal FROM pair_epoch WHERE pair = ?")) {
      select.setString(1, pair);
      try (ResultSet found = select.executeQuery()) {
        found.next();
        long of = found.getLong(1);
        if (of != journal) {
          connection.rollback();
          throw new StoreException(
              "the rows of "
                  + pair
                  + " in this database are of a journal that began at "
                  + Instant.ofEpochMilli(of)
                  + ", and this one began at "
                  + Instant.ofEpochMilli(journal)
                  + ": another cluster writes there, or the pair was made anew. Give the pair a"
                  + " database of its own (sql.url)");
        }
      }
    }
  }

  /** The epoch that may write; held as it is until the transaction ends. */
  static long epoch(Connection connection, String pair) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT epoch FROM pair_epoch WHERE pair = ? LOCK IN SHARE MODE")) {
      select.setString(1, pair);
      try (ResultSet found = select.executeQuery()) {
        return found.next() ? found.getLong(1) : 0;
      }
    }
  }

  /** Up to where everything is stored. */
  public static Checkpoint checkpoint(Connection connection, String pair) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT position, epoch FROM checkpoint WHERE pair = ?"
                + " ORDER BY position DESC, epoch DESC LIMIT 1")) {
      select.setString(1, pair);
      try (ResultSet found = select.executeQuery()) {
        Checkpoint checkpoint =
            found.next()
                ? new Checkpoint(found.getLong(1), found.getLong(2))
                : new Checkpoint(0, 0);
        connection.commit();
        return checkpoint;
      }
    }
  }

  /** Says that everything beyond the position is to be stored again. */
  public static void goBack(Connection connection, String pair, long epoch, long position)
      throws SQLException, FencedException {
    try (PreparedStatement delete =
        connection.prepareStatement("DELETE FROM checkpoint WHERE pair = ?")) {
      delete.setString(1, pair);
      delete.executeUpdate();
    }
    commit(connection, pair, epoch, checkpoint(pair, epoch, NO_WORKER, position));
  }

  /**
   * Commits the transaction, provided the epoch may still write; no other may then until that is
   * done. All of it is one round trip: a number that is out of range ends it before the commit
   * where the epoch is another.
   *
   * @param checkpoint SQL that goes with it, or nothing
   * @throws FencedException if another epoch may write; nothing is committed
   */
  static void commit(Connection connection, String pair, long epoch, String checkpoint)
      throws SQLException, FencedException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(look(pair, epoch, 0) + "; " + checkpoint + "COMMIT");
      while (statement.getMoreResults() || statement.getUpdateCount() != -1) {
        // Each of the results may be an error, which is thrown here.
      }
    } catch (SQLException e) {
      if (isFenced(e)) {
        throw new FencedException(pair, epoch, epoch(connection, pair));
      }
      throw e;
    }
  }

  /**
   * The SQL of a number, as long as an epoch may write, which stays so until the transaction ends;
   * otherwise it fails.
   */
  static String look(String pair, long epoch, long number) {
    return "SELECT IF(epoch = "
        + epoch
        + ", "
        + number
        + ", epoch + 9223372036854775807) FROM pair_epoch WHERE pair = "
        + quoted(pair)
        + " LOCK IN SHARE MODE";
  }

  /** Whether that is why a statement failed. */
  static boolean isFenced(SQLException error) {
    return error.getErrorCode() == OUT_OF_RANGE;
  }

  /**
   * The SQL of a checkpoint, to go with a commit.
   *
   * @param worker whose checkpoint it is
   * @param position up to here everything is stored once the transaction is committed
   */
  static String checkpoint(String pair, long epoch, int worker, long position) {
    return "INSERT INTO checkpoint (pair, worker, position, epoch, updated_at) VALUES ("
        + String.join(
            ", ", quoted(pair), "" + worker, "" + position, "" + epoch, "UTC_TIMESTAMP(3)")
        + ") ON DUPLICATE KEY UPDATE position = GREATEST(position, VALUES(position)),"
        + " epoch = VALUES(epoch), updated_at = VALUES(updated_at); ";
  }

  /** A text of ASCII as SQL, in the character set of the columns that it is for. */
  static String quoted(String text) {
    return "_ascii'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
  }

  /**
   * Notes up to where everything is stored, and up to where groups have settled everything.
   *
   * @throws FencedException if another epoch may write; nothing is noted
   */
  public static void note(
      Connection connection, String pair, long epoch, long stored, List<GroupFloor> floors)
      throws SQLException, FencedException {
    try (PreparedStatement update =
        connection.prepareStatement(
            "UPDATE consumer_group SET settled_below = GREATEST(settled_below, ?)"
                + " WHERE pair = ? AND partition_no = ? AND group_no = ? AND generation = ?")) {
      for (GroupFloor floor : floors) {
        update.setLong(1, floor.below());
        update.setString(2, pair);
        update.setInt(3, floor.partition());
        update.setInt(4, floor.group());
        update.setInt(5, floor.generation());
        update.addBatch();
      }
      update.executeBatch();
    }
    commit(connection, pair, epoch, checkpoint(pair, epoch, NO_WORKER, stored));
  }

  /**
   * Adds what the store knows of the pair's topics, and of its groups as they were at a position.
   */
  public static void readNames(Connection connection, String pair, long position, Names to)
      throws SQLException {
    try (PreparedStatement topics =
        connection.prepareStatement("SELECT partition_no, topic FROM topic WHERE pair = ?")) {
      topics.setString(1, pair);
      try (ResultSet found = topics.executeQuery()) {
        while (found.next()) {
          to.topic(found.getInt(1), found.getString(2));
        }
      }
    }
    try (PreparedStatement groups =
        connection.prepareStatement(
            "SELECT group_no, group_name, generation FROM consumer_group"
                + " WHERE pair = ? AND position < ? ORDER BY generation")) {
      groups.setString(1, pair);
      groups.setLong(2, position);
      try (ResultSet found = groups.executeQuery()) {
        while (found.next()) {
          to.began(found.getInt(1), found.getString(2), found.getInt(3));
        }
      }
    }
    connection.commit();
  }

  private static LocalDateTime now() {
    return utc(Instant.now().toEpochMilli());
  }

  /** A time of a row, in milliseconds since 1970; 0 where it has none. */
  public static long millis(ResultSet row, int column) throws SQLException {
    LocalDateTime time = row.getObject(column, LocalDateTime.class);
    return time == null ? 0 : time.toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  /**
   * Times stand in UTC in every table, whatever the zone of the server or the session. One that no
   * table can hold, as a publisher's clock may say it, becomes the nearest that it can.
   */
  public static LocalDateTime utc(long millis) {
    long held = Math.clamp(millis, 0, LAST_MILLIS);
    return LocalDateTime.ofEpochSecond(
        held / 1_000L, (int) (held % 1_000L) * 1_000_000, ZoneOffset.UTC);
  }
}
