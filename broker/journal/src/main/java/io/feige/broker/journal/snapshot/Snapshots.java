package io.feige.broker.journal.snapshot;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SnapshotHeader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots beside the segments; the two newest are kept. One thread saves at a time; the two
 * positions may be asked for by any.
 */
public final class Snapshots {
  private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);
  private static final int KEPT = 2;

  private final FilePort files;
  private final NavigableSet<Long> kept = new TreeSet<>();
  private final NavigableSet<Long> damaged = new TreeSet<>();
  private volatile long newest = -1;
  private volatile long older = -1;

  public Snapshots(FilePort files, Collection<String> names) {
    this.files = files;
    for (String name : names) {
      long position = SegmentHeader.positionIn(name, SnapshotHeader.SUFFIX);
      if (position >= 0) {
        kept.add(position);
      }
    }
    publish();
  }

  /** Position of the newest snapshot, -1 if there is none. */
  public long newest() {
    return newest;
  }

  /** Position of the one before, -1 if there are not two. */
  public long older() {
    return older;
  }

  /**
   * Takes note of a position as the newest snapshot's and the one before; -1 for what is missing.
   */
  private void publish() {
    newest = kept.isEmpty() ? -1 : kept.last();
    Long before = kept.lower(newest);
    older = before == null ? -1 : before;
  }

  /** Writes a snapshot; it is durable afterwards. */
  public void save(long position, ByteBuffer... body) throws IOException {
    long bytes = Arrays.stream(body).mapToLong(ByteBuffer::remaining).sum();
    if (bytes > CopyStart.MAX_SNAPSHOT_BYTES - SnapshotHeader.BYTES) {
      throw new IllegalArgumentException("a snapshot of " + bytes + " bytes is too large");
    }
    ByteBuffer[] contents = new ByteBuffer[body.length + 1];
    contents[0] = SnapshotHeader.encode(position, body);
    System.arraycopy(body, 0, contents, 1, body.length);
    files.replace(SnapshotHeader.nameOf(position), contents);
    damaged.remove(position);
    kept.add(position);
    while (kept.size() > KEPT) {
      delete(Collections.min(kept));
    }
    for (Long unusable : damaged) {
      files.delete(SnapshotHeader.nameOf(unusable));
    }
    damaged.clear();
    publish();
  }

  private void delete(Long position) throws IOException {
    // Nothing is removed on the word of a snapshot that is about to go.
    kept.remove(position);
    publish();
    files.delete(SnapshotHeader.nameOf(position));
  }

  /**
   * Gives the newest undamaged snapshot to {@code replay}.
   *
   * @return its position, -1 if there is none
   */
  public long load(Replay replay) throws IOException {
    while (!kept.isEmpty() && !load(kept.last(), replay)) {
      LOG.warn("JOURNAL-1002 snapshot {} is damaged and not used", SnapshotHeader.nameOf(newest));
      damaged.add(kept.last());
      kept.remove(kept.last());
      publish();
    }
    return newest;
  }

  private boolean load(long position, Replay replay) throws IOException {
    try (StorageFile file = files.open(SnapshotHeader.nameOf(position), false);
        Arena arena = Arena.ofShared()) {
      ByteBuffer bytes = map(file, arena);
      if (!SnapshotHeader.isValid(bytes, position)) {
        return false;
      }
      int body = SnapshotHeader.BYTES;
      replay.snapshot(position, bytes.slice(body, bytes.limit() - body).asReadOnlyBuffer());
      return true;
    }
  }

  /** Takes note of a file that has become a snapshot. */
  public void adopt(long position) {
    kept.add(position);
    publish();
  }

  /** The newest one, to be sent; null if there is none. It stays while a younger one is saved. */
  public @Nullable StoredSnapshot openNewest() throws IOException {
    long position = newest;
    return position < 0 ? null : StoredSnapshot.open(files, position);
  }

  /** Whether a file is the undamaged snapshot of a position. */
  public static boolean isWhole(FilePort files, String name, long position) throws IOException {
    try (StorageFile file = files.open(name, false);
        Arena arena = Arena.ofShared()) {
      return SnapshotHeader.isValid(map(file, arena), position);
    }
  }

  private static ByteBuffer map(StorageFile file, Arena arena) throws IOException {
    long size = file.size();
    boolean isPossible = size >= SnapshotHeader.BYTES && size <= CopyStart.MAX_SNAPSHOT_BYTES;
    return isPossible ? file.map(arena, size).asByteBuffer() : ByteBuffer.allocate(0);
  }
}
