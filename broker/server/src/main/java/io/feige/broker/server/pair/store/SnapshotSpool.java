package io.feige.broker.server.pair.store;

import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import io.feige.broker.journal.disk.OwnerOnly;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot on its way from the active: a file beside the journal, until all of it is there. The
 * pair's loop writes it, and whoever opens the journal anew reads it afterwards.
 */
public final class SnapshotSpool {
  private static final int PART_BYTES = 1 << 20;

  private final Path path;
  private @Nullable FileChannel file;
  private long start;
  private SnapshotAt snapshot = new SnapshotAt(0, 0);

  public SnapshotSpool(Path path) {
    this.path = path;
  }

  /** Position of the first frame that the journal is to hold. */
  long start() {
    return start;
  }

  SnapshotAt snapshot() {
    return snapshot;
  }

  public void begin(long firstFrame, SnapshotAt coming) {
    drop();
    start = firstFrame;
    snapshot = coming;
  }

  /** Takes the next bytes; returns why not, empty: done. */
  public String take(ByteBuffer bytes) {
    try {
      FileChannel out = open();
      if (out.position() + bytes.remaining() > snapshot.bytes()) {
        return "the snapshot is longer than it was said to be";
      }
      while (bytes.hasRemaining()) {
        var _ = out.write(bytes);
      }
      return "";
    } catch (IOException e) {
      return "the snapshot cannot be stored: " + e.getMessage();
    }
  }

  private FileChannel open() throws IOException {
    FileChannel present = file;
    if (present == null) {
      present =
          OwnerOnly.open(
              path,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      file = present;
    }
    return present;
  }

  /** Takes parts of what was spooled, in order. */
  interface Taker {
    /** The next bytes; valid during the call. */
    void take(ByteBuffer part);
  }

  /** Gives all of it to the taker; not on the loop. */
  void read(Taker taker) throws IOException {
    FileChannel in = open();
    ByteBuffer part = ByteBuffer.allocate(PART_BYTES);
    for (long at = 0; at < snapshot.bytes(); ) {
      part.clear();
      int count = in.read(part, at);
      if (count < 0) {
        throw new IOException("the spooled snapshot ends at " + at + " of " + snapshot.bytes());
      }
      at += count;
      taker.take(part.flip());
    }
  }

  /** Forgets what was spooled. */
  void drop() {
    try {
      if (file != null) {
        file.close();
        file = null;
      }
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("the spooled snapshot cannot be removed", e);
    }
  }
}
