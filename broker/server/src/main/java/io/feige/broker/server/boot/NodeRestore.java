package io.feige.broker.server.boot;

import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.SqlConfig;
import io.feige.broker.server.pair.store.JournalOfRows;
import io.feige.broker.store.StoreException;
import io.feige.broker.store.history.StoredPair;
import io.feige.broker.store.history.StoredPairs;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.FencedException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Makes the journal of a pair whose disks are all gone, from what the message store knows. The
 * journal has no messages: those that a group has not settled are read back from the store.
 */
public final class NodeRestore {
  private NodeRestore() {}

  /**
   * What was restored.
   *
   * @param journal its directory
   * @param unsettled messages that groups have not settled, each counted for each group
   */
  public record Restored(
      String pair,
      String journal,
      long epoch,
      int topics,
      int groups,
      long unsettled,
      int delayed) {}

  /**
   * Restores a pair; the node must not run.
   *
   * @throws StartException if the node's directory cannot be used, or holds a journal of the pair
   * @throws JournalException if the journal cannot be written
   * @throws StoreException if the store has nothing of the pair
   * @throws SQLException if the store cannot be asked
   */
  public static Restored restore(NodeConfig config, String pair) throws SQLException {
    SqlConfig sql = config.sql();
    if (sql.urlOf(pair).isEmpty()) {
      throw new StartException(
          "the settings name no message store for " + pair + " (sql.url)", null);
    }
    try (NodeDirectory directory = NodeDirectory.open(config.node().dir(), config.node().id());
        Database database = new Database(sql.storeAt(sql.urlOf(pair)), 1)) {
      StoredPairs store = new StoredPairs(database, pair);
      StoredPair read = store.read();
      Path journal = directory.journal(pair);
      write(config, journal, read);
      store.moveOn(read, read.epoch());
      store.forgetDelays(read);
      return summary(pair, journal, read);
    } catch (FencedException e) {
      throw new StartException(
          "a node writes for "
              + pair
              + " at this moment, so its journals are not gone; remove the one that was made here: "
              + e.getMessage(),
          e);
    }
  }

  private static void write(NodeConfig config, Path journal, StoredPair read) {
    try {
      JournalOfRows.write(config, journal, read);
    } catch (IllegalStateException e) {
      throw new StartException(
          "there is a journal in "
              + journal
              + "; nothing was changed. The node serves from it, or if it is damaged, move it away"
              + " first",
          e);
    } catch (IOException e) {
      throw new StartException("the directory " + journal + " cannot be used: " + e, e);
    }
  }

  private static Restored summary(String pair, Path journal, StoredPair read) {
    int groups = 0;
    long unsettled = 0;
    for (StoredPair.Topic topic : read.topics()) {
      groups += topic.groups().size();
      for (StoredPair.Group group : topic.groups()) {
        unsettled += group.unsettled(topic.endOffset());
      }
    }
    return new Restored(
        pair,
        journal.toString(),
        read.epoch(),
        read.topics().size(),
        groups,
        unsettled,
        read.delays().size());
  }
}
