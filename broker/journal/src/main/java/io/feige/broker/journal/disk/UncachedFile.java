package io.feige.broker.journal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Reads past the system's cache. What cannot be read so, be it for how it is aligned or because the
 * disk fails there, is read as ever: the cache may still have it.
 */
final class UncachedFile implements DiskReader {
  private static final @Nullable OpenOption DIRECT = direct();

  private final FileChannel direct;
  private final DiskFile cached;

  private UncachedFile(FileChannel direct, DiskFile cached) {
    this.direct = direct;
    this.cached = cached;
  }

  static DiskReader open(Path path) throws IOException {
    DiskFile cached = new DiskFile(path, FileChannel.open(path, StandardOpenOption.READ));
    OpenOption direct = DIRECT;
    if (direct == null) {
      return cached;
    }
    try {
      return new UncachedFile(FileChannel.open(path, StandardOpenOption.READ, direct), cached);
    } catch (IOException | UnsupportedOperationException e) {
      return cached;
    }
  }

  /** An option of OpenJDK's that its standard API does not have. */
  private static @Nullable OpenOption direct() {
    try {
      for (Object option :
          Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants()) {
        if (option instanceof OpenOption found && "DIRECT".equals(option.toString())) {
          return found;
        }
      }
    } catch (ClassNotFoundException e) {
      // Another JVM: files are read as ever.
    }
    return null;
  }

  @Override
  public long size() throws IOException {
    return cached.size();
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    int start = into.position();
    int read = 0;
    try {
      read = Math.max(0, direct.read(into, position));
    } catch (IOException e) {
      into.position(start);
    }
    return into.hasRemaining() ? read + cached.read(into, position + read) : read;
  }

  @Override
  public void close() throws IOException {
    direct.close();
    cached.close();
  }
}
