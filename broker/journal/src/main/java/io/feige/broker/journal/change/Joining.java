package io.feige.broker.journal.change;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.broker.journal.snapshot.Snapshots;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/**
 * How far a journal is that begins from another one's snapshot.
 *
 * <p>The snapshot's bytes are spooled to a file that is not named as a snapshot, because that name
 * would say that everything below it is durable here. It gets its name when that has become true,
 * and only then goes the file {@code unfinished}.
 *
 * <pre>
 * SPOOLING -> RESTORED   loop: all bytes have come, are undamaged, and the state was restored
 * RESTORED -> DONE       flush: everything below the snapshot's position is durable
 * </pre>
 */
public final class Joining {
  /** Name of the snapshot while it is not one yet. */
  static final String SPOOL = "snapshot.spooled";

  private enum Step {
    SPOOLING,
    RESTORED,
    DONE
  }

  private final FilePort files;
  private final CopyStart from;
  private final Replay replay;
  private final Snapshots snapshots;
  private final StorageFile spool;
  private long taken;
  private volatile Step step = Step.SPOOLING;

  /** Begins to take a snapshot. */
  public Joining(FilePort files, CopyStart from, Replay replay, Snapshots snapshots)
      throws IOException {
    this.files = files;
    this.from = from;
    this.replay = replay;
    this.snapshots = snapshots;
    this.spool = files.create(SPOOL, from.snapshotBytes());
  }

  /** Frames below it are in the snapshot. */
  public long snapshotPosition() {
    return from.snapshotPosition();
  }

  /** Whether the snapshot's state was restored. Any thread. */
  public boolean hasState() {
    return step != Step.SPOOLING;
  }

  /** Whether the journal is like any other now. Any thread. */
  public boolean isDone() {
    return step == Step.DONE;
  }

  /** Takes the next bytes. Loop thread. */
  public CopyResult take(ByteBuffer part) throws IOException {
    if (hasState() || part.remaining() > from.snapshotBytes() - taken) {
      return CopyResult.damaged("the snapshot is longer than was said");
    }
    int length = part.remaining();
    try {
      spool.write(taken, new ByteBuffer[] {part.duplicate()}, 1);
    } catch (NoSpaceException e) {
      return CopyResult.full("the disk is full; the snapshot was not stored");
    }
    part.position(part.limit());
    taken += length;
    return taken < from.snapshotBytes() || restore()
        ? CopyResult.DONE
        : CopyResult.damaged("the snapshot is damaged");
  }

  private boolean restore() throws IOException {
    try (Arena arena = Arena.ofShared()) {
      ByteBuffer file = spool.map(arena, from.snapshotBytes()).asByteBuffer().asReadOnlyBuffer();
      if (!SnapshotHeader.isValid(file, from.snapshotPosition())) {
        return false;
      }
      int body = SnapshotHeader.BYTES;
      replay.snapshot(from.snapshotPosition(), file.slice(body, file.limit() - body));
      step = Step.RESTORED;
      return true;
    }
  }

  /** All frames below a position are durable. Flush thread, or its lock held. */
  public void durable(long position) throws IOException {
    if (step == Step.RESTORED && position >= from.snapshotPosition()) {
      spool.force();
      files.rename(SPOOL, SnapshotHeader.nameOf(from.snapshotPosition()));
      files.forceDirectory();
      Unfinished.remove(files);
      spool.close();
      snapshots.adopt(from.snapshotPosition());
      step = Step.DONE;
    }
  }

  public void close() throws IOException {
    spool.close();
  }
}
