package io.feige.broker.server.pair;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.core.replica.ReplicaEvent.TookOver;
import io.feige.broker.core.state.ReplicaState;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.pair.store.JournalOfRows;
import io.feige.broker.server.pair.store.Store;
import io.feige.broker.server.pair.store.StoreMoves;
import io.feige.broker.store.StoreException;
import io.feige.broker.store.history.StoredPair;
import io.feige.broker.store.history.StoredPairs;
import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.DatabaseFault;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.protocol.link.EpochStart;
import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes a replica's journal anew of what the shared message store has of the pair, once the
 * database refuses whoever was active before. Waits for the database for as long as that is wanted.
 * Asked on the pair's loop, done on a thread of its own.
 */
final class TakeOver {
  private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);
  private static final long PAUSE_MILLIS = 100;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final PairSetup setup;
  private final Database database;
  private final StoreMoves moves;
  private volatile long wanted;
  private volatile TookOver outcome = new TookOver(0, 0, false);
  private String trouble = "";

  TakeOver(PairSetup setup, Database database, StoreMoves moves) {
    this.setup = setup;
    this.database = database;
    this.moves = moves;
  }

  /** Which epoch it is for; 0: it is not wanted any more. */
  void want(long epoch) {
    wanted = epoch;
  }

  /** What came of the last one. */
  TookOver outcome() {
    return outcome;
  }

  /** Returns the store there was, if that goes on, or the new one. */
  Store run(Store old, PartitionMachine machine) throws IOException, InterruptedException {
    StoredPairs rows = new StoredPairs(database, setup.pair());
    long own = machine.state().epoch();
    long born = machine.state().bornMillis();
    trouble = "";
    for (long epoch = wanted; epoch != 0; epoch = wanted) {
      try {
        boolean isTaken = rows.takeOver(epoch, setup.nodeId(), own, born);
        long sinceNanos = System.nanoTime();
        outcome = new TookOver(epoch, sinceNanos, isTaken);
        if (!isTaken) {
          return old;
        }
        StoredPair read = rows.read().before(epoch);
        long agreed = agreed(old, machine.state(), rows.storedWhenTakenOver(own));
        moves.replace(old, machine, agreed, read);
        finish(rows, read, epoch);
        tell(read, epoch, sinceNanos);
        return moves.open();
      } catch (SQLSyntaxErrorException e) {
        makeTables(e);
      } catch (SQLException | StoreException | FencedException e) {
        meet(e);
      }
    }
    outcome = new TookOver(0, 0, false);
    return old;
  }

  /** Up to where the journal there was has its rows, or need not be kept for another reason. */
  private static long agreed(Store old, ReplicaState state, long stored) {
    long start = old.journal().start();
    long end = old.journal().end();
    // One that was made of rows, and in which nobody was active, has nothing of its own.
    List<EpochStart> epochs = state.epochs();
    boolean isUnused =
        !epochs.isEmpty() && epochs.getLast().position() == JournalOfRows.activationBefore(start);
    return isUnused ? end : Math.clamp(stored, start, end);
  }

  /**
   * Says in the database that the journal goes on elsewhere. If that is not wanted any more before
   * it can be said, the next one to take over begins anew: nobody was active in this journal.
   */
  private void finish(StoredPairs rows, StoredPair read, long epoch) throws InterruptedException {
    while (wanted != 0) {
      try {
        rows.moveOn(read, epoch);
        rows.forgetDelays(read);
        return;
      } catch (FencedException e) {
        return;
      } catch (SQLException e) {
        meet(e);
      }
    }
  }

  /** Nobody has written here yet, or only an older version has. */
  private void makeTables(SQLSyntaxErrorException why) throws InterruptedException {
    Exception met = why;
    try {
      database.makeFit();
    } catch (RuntimeException e) {
      met = e;
    }
    meet(met);
  }

  private void meet(Exception e) throws InterruptedException {
    String words = DatabaseFault.words(e);
    if (trouble.isEmpty()) {
      LOG.warn(
          "{} {} cannot be taken over from the message store: {}. It is tried again",
          LogId.STORE_TROUBLE,
          setup.pair(),
          words);
    }
    trouble = words;
    Thread.sleep(PAUSE_MILLIS);
  }

  private void tell(StoredPair read, long epoch, long sinceNanos) {
    LOG.info(
        "{} {} is taken over from the message store as epoch {}: {} topics, {} waiting batches, in"
            + " {} ms",
        LogId.TAKEN_OVER,
        setup.pair(),
        epoch,
        read.topics().size(),
        read.delays().size(),
        (System.nanoTime() - sinceNanos) / NANOS_PER_MILLI);
  }
}
