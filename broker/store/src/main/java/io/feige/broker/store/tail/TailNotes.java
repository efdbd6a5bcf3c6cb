package io.feige.broker.store.tail;

import io.feige.broker.store.jdbc.FencedException;
import io.feige.broker.store.jdbc.PairRows;
import io.feige.broker.store.row.GroupFloor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes in the database now and then what no batch says. Up to where everything is stored: batches
 * that were done out of order, and records that make no rows, leave the checkpoint behind. And up
 * to where groups have settled everything, so that whoever restores the pair need not read all
 * deliveries that there ever were. Beside the tail, and only what is stored as well; what cannot be
 * noted is noted the next time. Owned by whoever has the tail's turn.
 */
final class TailNotes {
  private static final Logger LOG = LoggerFactory.getLogger(TailNotes.class);
  static final long PAUSE_NANOS = 2_000_000_000L;

  private final TailSetup setup;
  private final CommittedFrames frames;
  private final TailListener listener;
  private volatile Set<GroupFloor> noted = Set.of();
  private volatile boolean isNoting;
  private CommittedFrames.@Nullable Floors asked;
  private long askedNanos;
  private long lastStored;
  private long lastStoredNanos;

  TailNotes(TailSetup setup, CommittedFrames frames, TailListener listener, long nowNanos) {
    this.setup = setup;
    this.frames = frames;
    this.listener = listener;
    this.askedNanos = nowNanos;
    this.lastStoredNanos = nowNanos;
  }

  /** Does what is due. */
  void look(Progress progress, long nowNanos) throws InterruptedException, ExecutionException {
    CommittedFrames.Floors waiting = asked;
    if (waiting == null && nowNanos - askedNanos > PAUSE_NANOS) {
      askedNanos = nowNanos;
      asked = frames.floors().toCompletableFuture().get();
    } else if (waiting != null && progress.stored() >= waiting.position() && !isNoting) {
      asked = null;
      note(waiting.groups(), progress);
    } else if (isQuiet(progress.stored(), nowNanos) && !isNoting) {
      note(List.of(), progress);
      // Again after a pause, should it fail.
      lastStoredNanos += PAUSE_NANOS;
    }
  }

  /** Whether nothing has been stored for an interval: no batch is about to say it. */
  private boolean isQuiet(long stored, long nowNanos) {
    if (stored != lastStored) {
      lastStored = stored;
      lastStoredNanos = nowNanos;
    }
    return nowNanos - lastStoredNanos > setup.settings().interval().toNanos();
  }

  private void note(List<GroupFloor> groups, Progress progress) {
    List<GroupFloor> news = groups.stream().filter(each -> !noted.contains(each)).toList();
    if (news.isEmpty() && progress.isNoted()) {
      return;
    }
    long stored = progress.stored();
    isNoting = true;
    setup
        .threads()
        .virtual(
            "feige-sql-notes-" + setup.pair(),
            () -> {
              try (Connection connection = setup.database().connect()) {
                PairRows.note(connection, setup.pair(), setup.epoch(), stored, news);
                noted = groups.isEmpty() ? noted : new HashSet<>(groups);
                listener.checkpoint(progress.noted(stored));
              } catch (SQLException | FencedException | RuntimeException e) {
                LOG.debug("{}: the tail's notes were not taken: {}", setup.pair(), e.toString());
              } finally {
                isNoting = false;
              }
            })
        .start();
  }
}
