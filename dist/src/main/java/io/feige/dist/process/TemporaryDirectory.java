package io.feige.dist.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A directory that is gone with everything in it when it is closed. */
public final class TemporaryDirectory implements AutoCloseable {
  private static final Duration END_LIMIT = Duration.ofSeconds(20);
  private static final Duration END_PAUSE = Duration.ofMillis(50);

  private final Path path;

  private TemporaryDirectory(Path path) {
    this.path = path;
  }

  /** A new one below the system's place for such. */
  public static TemporaryDirectory create(String prefix) throws IOException {
    return new TemporaryDirectory(Files.createTempDirectory(prefix));
  }

  /** A new one in the given directory, which is made if it does not exist. */
  public static TemporaryDirectory below(Path dir, String prefix) throws IOException {
    Files.createDirectories(dir);
    return new TemporaryDirectory(Files.createTempDirectory(dir, prefix).toAbsolutePath());
  }

  /**
   * A new one in the given directory, which is gone also when this process ends in any way but kill
   * -9. What writes into it must end then, too.
   */
  public static TemporaryDirectory ofProcess(Path dir, String prefix) throws IOException {
    TemporaryDirectory made = below(dir, prefix);
    Runtime.getRuntime().addShutdownHook(new Thread(made::removeAtEnd, "feige-end-directory"));
    return made;
  }

  /** Whoever writes into it may still be ending. */
  private void removeAtEnd() {
    long deadline = System.nanoTime() + END_LIMIT.toNanos();
    while (Files.exists(path) && System.nanoTime() - deadline < 0) {
      try {
        close();
      } catch (IOException changing) {
        LockSupport.parkNanos(END_PAUSE.toNanos());
      }
    }
  }

  public Path path() {
    return path;
  }

  @Override
  public void close() throws IOException {
    Files.walkFileTree(path, new Removal());
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e)
        throws IOException {
      if (e != null) {
        throw e;
      }
      Files.deleteIfExists(dir);
      return FileVisitResult.CONTINUE;
    }
  }
}
