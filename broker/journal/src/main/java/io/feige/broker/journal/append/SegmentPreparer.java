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
  /** Pause between steps while there is no hurry. */
  private static final long GENTLE_NANOS = 25_000_000;

  /**
   * More than this in such a pause, and half as much is filled in one go: at such a speed an fsync
   * covers so much that what it waits for matters little, but each byte of zeros costs the disk one
   * of the writer's. The loop thread fills the rest.
   */
  private static final long FAST_BYTES = 512 << 10;

  /** Filled and fsynced at a time for slower ones, so that no other fsync waits behind more. */
  private static final int PORTION = 256 << 10;

  /** While somebody appends, no more is filled than it takes to be ahead by this part of it. */
  private static final double LEAD = 1.0 / 8;

  private final FilePort files;
  private final DiskRoom room;
  private @Nullable NextSegment next;
  private boolean isTaken;
  private long writtenAtLastStep;
  private int lastCapacity = Integer.MAX_VALUE;

  public SegmentPreparer(FilePort files, DiskRoom room) {
    this.files = files;
    this.room = room;
  }

  /** The open segment can take so many bytes. */
  public synchronized void follow(int capacity) {
    lastCapacity = capacity;
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
      taken = create(nextCapacity());
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

  /** Twice the one before at most: its zeros are written while that one is filled. */
  private int nextCapacity() throws IOException {
    return (int) Math.min(room.segmentCapacity(), 2L * lastCapacity);
  }

  private NextSegment create(int capacity) throws IOException {
    files.delete(NextSegment.PREPARING);
    StorageFile file = files.create(NextSegment.PREPARING, capacity);
    lastCapacity = capacity;
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
    if (!isDue()) {
      return Upkeep.IDLE;
    }
    double wanted = appended == 0 ? 1 : Math.min(1, openIsUsed + LEAD);
    boolean isFast = appended > FAST_BYTES;
    NextSegment present =
        fill(wanted, isFast ? (int) Math.min(appended / 2, Integer.MAX_VALUE) : PORTION);
    if (present == null) {
      return isDue() ? Upkeep.LATER_NANOS : Upkeep.IDLE;
    }
    if (present.isFull()) {
      finish(present);
      return Upkeep.IDLE;
    }
    // Ready when the open one is used up; gentle as long as it is ahead of that.
    boolean isBehind = present.filled() < openIsUsed * present.capacity();
    return isBehind && !isFast ? 0 : GENTLE_NANOS;
  }

  /**
   * Fills it up to a part of it, and no more than so many bytes.
   *
   * @return null if there is none to fill
   */
  private @Nullable NextSegment fill(double part, int most) throws IOException {
    NextSegment present = begun();
    int from = present == null ? 0 : present.filled();
    int left = present == null ? 0 : Math.min(most, (int) (present.capacity() * part) - from);
    while (present != null && left > 0) {
      present = fillBy(Math.min(left, Zeros.CHUNK));
      left -= Zeros.CHUNK;
    }
    if (present != null && present.filled() > from) {
      present.file().force();
    }
    return present;
  }

  private synchronized @Nullable NextSegment begun() throws IOException {
    if (isDue() && next == null) {
      int capacity = nextCapacity();
      next = room.canPrepare(capacity) ? create(capacity) : null;
    }
    return isDue() ? next : null;
  }

  private synchronized @Nullable NextSegment fillBy(int bytes) throws IOException {
    if (!isDue() || next == null) {
      return null;
    }
    try {
      next.fillBy(bytes);
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
