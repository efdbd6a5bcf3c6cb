package io.feige.broker.journal.append;

import io.feige.broker.journal.change.Joining;
import io.feige.broker.journal.segment.Positions;
import io.feige.broker.journal.segment.Segment;
import io.feige.broker.journal.tail.FlushedFile;
import io.feige.broker.journal.tail.OwnEpoch;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes written frames durable. {@link #force} belongs to the flush thread.
 *
 * <p>The lock keeps a sealed segment's file open while it is being fsynced; nobody waits for it but
 * the background thread.
 */
public final class Flusher {
  private final Positions positions;
  private final FlushedFile flushedFile;
  private final OwnEpoch ownEpoch;
  private final @Nullable Joining joining;
  private final ReentrantLock fsync = new ReentrantLock();

  /**
   * Forces a journal's files.
   *
   * @param joining null unless the journal began from a snapshot that another one sent
   */
  public Flusher(
      Positions positions, FlushedFile flushedFile, OwnEpoch ownEpoch, @Nullable Joining joining) {
    this.positions = positions;
    this.flushedFile = flushedFile;
    this.ownEpoch = ownEpoch;
    this.joining = joining;
  }

  /**
   * Makes durable what was written before the call, and says up to where that is.
   *
   * @param durable told so as soon as it is true; who waits for that need not wait for the note of
   *     it as well
   */
  public long force(LongConsumer durable) {
    positions.check();
    fsync.lock();
    try {
      // In this order: see Positions.
      long written = positions.written();
      Segment open = positions.open();
      if (written > positions.durable()) {
        ownEpoch.store();
        open.file().force();
        if (joining != null) {
          joining.durable(written);
        }
        positions.durable(written);
        durable.accept(written);
        flushedFile.write(written);
      }
      return positions.durable();
    } catch (IOException e) {
      throw positions.fail("fsync of the journal", e);
    } finally {
      fsync.unlock();
    }
  }

  /**
   * The snapshot that the journal began from is complete; it may be of no later position than what
   * is durable already. Loop thread.
   */
  public void restored() throws IOException {
    fsync.lock();
    try {
      if (joining != null) {
        joining.durable(positions.durable());
      }
    } finally {
      fsync.unlock();
    }
  }

  /** Closes a sealed segment's file, waiting for an fsync. */
  public void close(Segment sealed) throws IOException {
    fsync.lock();
    try {
      sealed.closeFile();
    } finally {
      fsync.unlock();
    }
  }

  /** As {@link #close(Segment)} without waiting, and says whether it was done. */
  public boolean tryClose(Segment sealed) throws IOException {
    if (!fsync.tryLock()) {
      return false;
    }
    try {
      sealed.closeFile();
      return true;
    } finally {
      fsync.unlock();
    }
  }

  /** Lets go of the files. */
  public void close() throws IOException {
    fsync.lock();
    try {
      flushedFile.close();
      positions.open().closeFile();
    } finally {
      fsync.unlock();
    }
  }
}
