package io.feige.broker.journal.append;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.disk.Zeros;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.segment.DiskRoom;
import io.feige.broker.journal.segment.NextSegment;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the next segment ready: created, filled with zeros and fsynced, because an fsync of a file
 * whose blocks are already there takes half the time of one that also has to allocate them.
 *
 * <p>The background thread does it in small steps; the loop thread takes the file in whatever state
 * it is. The lock is held while one chunk is written, never during an fsync, so that is the longest
 * the loop thread can wait here. From {@link #take} to {@link #used} the loop thread owns the file
 * and no other is begun, because both would have the same name.
 */
public final class SegmentPreparer {
  /** Pause between chunks while there is no hurry. */
  private static final long GENTLE_NANOS = 25_000_000;

  /**
   * More than this between two steps, and the disk is left to the writer: each byte of zeros would
   * cost it one of its own, and at such a speed an fsync covers so much that its own length matters
   * little.
   */
  private static final long FAST_BYTES = 512 << 10;

  /** Zeros are fsynced in portions, so that no fsync of the open segment waits behind much. */
  private static final int FORCE_EVERY = 1 << 20;

  private final FilePort files;
  private final DiskRoom room;
  private @Nullable NextSegment next;
  private boolean isTaken;
  private long writtenAtLastStep;

  public SegmentPreparer(FilePort files, DiskRoom room) {
    this.files = files;
    this.room = room;
  }

  /** Goes on with a file that an earlier process had finished. */
  public synchronized void adopt(NextSegment prepared) {
    next = prepared;
  }

  /** Whether {@link #step} would do something. */
  synchronized boolean isDue() {
    return !isTaken && (next == null || next.name().equals(NextSegment.PREPARING));
  }

  /** Bytes that can be written to the next segment without needing space. */
  synchronized long filledBytes() {
    return next == null ? 0 : next.filled();
  }

  /** Gives the next segment away, created now if nothing was prepared. */
  synchronized NextSegment take() throws IOException {
    NextSegment taken = next;
    if (taken == null) {
      taken = create(room.segmentCapacity());
    }
    next = null;
    isTaken = true;
    return taken;
  }

  /** As {@link #take}, for the first segment of a new journal. */
  public synchronized NextSegment takeFirst() throws IOException {
    NextSegment first = create(room.firstSegmentCapacity());
    isTaken = true;
    return first;
  }

  /** What was taken has its own name now. */
  public synchronized void used() {
    isTaken = false;
  }

  private NextSegment create(int capacity) throws IOException {
    files.delete(NextSegment.PREPARING);
    StorageFile file = files.create(NextSegment.PREPARING, capacity);
    return new NextSegment(file, NextSegment.PREPARING, capacity, 0);
  }

  /**
   * Does one step.
   *
   * @param openIsUsed which part of the open segment is used
   * @param written position up to which frames are written
   * @return nanoseconds to wait before the next step, {@link Upkeep#IDLE} if there is nothing to do
   */
  long step(double openIsUsed, long written) throws IOException {
    long appended = written - writtenAtLastStep;
    writtenAtLastStep = written;
    if (appended > FAST_BYTES) {
      return GENTLE_NANOS;
    }
    NextSegment present = writeChunk();
    if (present == null) {
      return isDue() ? Upkeep.LATER_NANOS : Upkeep.IDLE;
    }
    if (present.isFull()) {
      finish(present);
      return Upkeep.IDLE;
    }
    if (present.filled() % FORCE_EVERY == 0) {
      present.file().force();
    }
    // Ready when the open one is used up; gentle as long as it is ahead of that.
    double isFilled = (double) present.filled() / present.capacity();
    return isFilled < openIsUsed ? 0 : GENTLE_NANOS;
  }

  private synchronized @Nullable NextSegment writeChunk() throws IOException {
    if (!isDue()) {
      return null;
    }
    if (next == null) {
      int capacity = room.segmentCapacity();
      if (!room.canPrepare(capacity)) {
        return null;
      }
      next = create(capacity);
    }
    try {
      next.fillTo(Math.min(next.capacity(), next.filled() + Zeros.CHUNK));
    } catch (NoSpaceException e) {
      drop();
      throw e;
    }
    return next;
  }

  private void drop() throws IOException {
    if (next != null) {
      next.file().close();
      next = null;
      files.delete(NextSegment.PREPARING);
    }
  }

  private void finish(NextSegment filled) throws IOException {
    // Should the loop thread take it meanwhile, its own fsync covers the zeros.
    filled.file().force();
    synchronized (this) {
      if (next != filled) {
        return;
      }
      files.rename(NextSegment.PREPARING, NextSegment.PREPARED);
      filled.name(NextSegment.PREPARED);
    }
    files.forceDirectory();
  }

  /** Lets go of a file that was not taken; it stays on the disk for the next start. */
  public synchronized void close() throws IOException {
    if (next != null) {
      next.file().close();
      next = null;
    }
  }
}
