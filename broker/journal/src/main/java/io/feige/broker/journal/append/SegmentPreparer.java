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
  /** Pause between steps. */
  private static final long PAUSE_NANOS = 25_000_000;

  /** Filled and fsynced at a time, and a few times as much at most: others wait for that fsync. */
  private static final int PORTION = 256 << 10;

  private static final int LARGEST_PORTION = Zeros.CHUNK;

  /**
   * More than this in such a pause, and up to half as much is filled in one go: at such a speed an
   * fsync covers so much that what it waits for matters little, but each byte of zeros costs the
   * disk one of the writer's. The loop thread fills the rest.
   */
  private static final long FAST_BYTES = 512 << 10;

  /** It is to be full when the open one has a fifth left of what it has now. */
  private static final double MARGIN = 1.25;

  private final FilePort files;
  private final DiskRoom room;
  private @Nullable NextSegment next;
  private boolean isTaken;
  private long writtenAtLastStep;
  private double owed;
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
   * @param openLeft bytes that the open segment can still take
   * @param written position up to which frames are written
   * @return nanoseconds to wait before the next step, {@link Upkeep#IDLE} if there is nothing to do
   */
  long step(long openLeft, long written) throws IOException {
    long appended = written - writtenAtLastStep;
    writtenAtLastStep = written;
    NextSegment present = begun();
    if (present != null) {
      present = fill(present, portion(present, appended, openLeft));
    }
    if (present == null) {
      return isDue() ? Upkeep.LATER_NANOS : Upkeep.IDLE;
    }
    if (present.isFull()) {
      finish(present);
      return Upkeep.IDLE;
    }
    return PAUSE_NANOS;
  }

  /** As much as follows from what was appended; more only while nobody is in the way. */
  private int portion(NextSegment present, long appended, long openLeft) {
    if (appended == 0) {
      return PORTION;
    }
    int missing = present.capacity() - present.filled();
    boolean isFast = appended > FAST_BYTES;
    owed += MARGIN * appended * missing / Math.max(1, openLeft);
    owed = Math.min(owed, isFast ? appended / 2.0 : LARGEST_PORTION);
    int due = (int) Math.min(owed, missing);
    if (due < Math.min(PORTION, missing)) {
      return 0;
    }
    owed = 0;
    return due;
  }

  /**
   * Fills it by so many bytes, as far as nobody takes it meanwhile.
   *
   * @return null if there is none to fill any more
   */
  private @Nullable NextSegment fill(NextSegment begun, int bytes) throws IOException {
    NextSegment present = begun;
    for (int left = bytes; present != null && left > 0; left -= Zeros.CHUNK) {
      present = fillBy(Math.min(left, Zeros.CHUNK));
    }
    if (present != null && bytes > 0) {
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
