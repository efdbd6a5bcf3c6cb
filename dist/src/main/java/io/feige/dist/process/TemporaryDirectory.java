package io.feige.dist.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** A directory that is gone with everything in it when it is closed. */
public final class TemporaryDirectory implements AutoCloseable {
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
