package io.feige.broker.journal.snapshot;

import io.feige.broker.journal.disk.FilePort;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.format.SnapshotHeader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;

/**
 * A snapshot file, mapped to be sent to a replica. It stays readable while newer snapshots take its
 * place and after the journal was closed, until it is closed itself. One thread.
 *
 * <p>Nothing is checked here: the file carries its checksums, and the replica that receives it
 * checks them all the way from the thread that made the snapshot.
 */
public final class StoredSnapshot implements AutoCloseable {
  private final long position;
  private final Arena arena;
  private final ByteBuffer bytes;

  private StoredSnapshot(long position, Arena arena, ByteBuffer bytes) {
    this.position = position;
    this.arena = arena;
    this.bytes = bytes;
  }

  /**
   * Maps the snapshot of a position.
   *
   * @throws java.nio.file.NoSuchFileException if it is there no more
   */
  static StoredSnapshot open(FilePort files, long position) throws IOException {
    try (StorageFile file = files.open(SnapshotHeader.nameOf(position), false)) {
      Arena arena = Arena.ofShared();
      try {
        ByteBuffer bytes = file.map(arena, file.size()).asByteBuffer().asReadOnlyBuffer();
        return new StoredSnapshot(position, arena, bytes);
      } catch (IOException | RuntimeException e) {
        arena.close();
        throw e;
      }
    }
  }

  /** All frames below it are in the state. */
  public long position() {
    return position;
  }

  /** Length of the file. */
  public long bytes() {
    return bytes.limit();
  }

  /** A part of the file where it lies, read-only, valid until this is closed. */
  public ByteBuffer part(long at, int maxBytes) {
    int from = Math.toIntExact(at);
    return bytes.slice(from, Math.min(maxBytes, bytes.limit() - from));
  }

  @Override
  public void close() {
    arena.close();
  }
}
