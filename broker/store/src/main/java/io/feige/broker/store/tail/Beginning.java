package io.feige.broker.store.tail;

import io.feige.broker.store.jdbc.Database;
import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.Names;
import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How a tail gets to write, and where it goes on. */
final class Beginning {
  private static final Logger LOG = LoggerFactory.getLogger(Beginning.class);

  private final TailSetup setup;
  private final CommittedFrames frames;
  private final TailListener listener;

  Beginning(TailSetup setup, CommittedFrames frames, TailListener listener) {
    this.setup = setup;
    this.frames = frames;
    this.listener = listener;
  }

  /** Claims the epoch; returns where to go on. */
  long begin(Names names, CommittedFrames.Origin origin) throws SQLException, FencedException {
    Database database = setup.database();
    database.makeFit();
    try (Connection connection = database.connect()) {
      PairRows.claim(connection, setup.pair(), setup.epoch(), setup.node(), origin.bornMillis());
      TailDays.keep(connection, setup);
      long position = placeOf(connection, PairRows.checkpoint(connection, setup.pair()), origin);
      PairRows.readNames(connection, setup.pair(), position, names);
      return position;
    }
  }

  private long placeOf(
      Connection connection, PairRows.Checkpoint stored, CommittedFrames.Origin origin)
      throws SQLException, FencedException {
    if (stored.isNone()) {
      return frames.start() == 0 ? 0 : RowBatches.passGap(frames, listener, 0);
    }
    long left = origin.endOf(stored.epoch());
    if (stored.position() <= left) {
      return RowBatches.passGap(frames, listener, stored.position());
    }
    LOG.warn(
        "{}: a promotion has left out the journal of epoch {} from {} on; rows of it stay until"
            + " others take their offsets",
        setup.pair(),
        stored.epoch(),
        left);
    PairRows.goBack(connection, setup.pair(), setup.epoch(), left);
    return RowBatches.passGap(frames, listener, left);
  }
}
