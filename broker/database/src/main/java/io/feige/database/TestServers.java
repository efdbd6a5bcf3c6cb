package io.feige.database;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Servers for tests, which start in a second. They are unpacked and set up once, below the
 * directory that {@code feige.test.databases} names, for all processes of a build; a server has a
 * copy of the data.
 *
 * <p>They write what is committed and never wait for the disk: that survives the end of the server,
 * however it ends, and not that of the machine. Any thread.
 */
public final class TestServers {
  private static final Path FOLDER =
      Path.of(System.getProperty("feige.test.databases", "target/databases")).toAbsolutePath();

  private static final Map<DatabaseKind, DatabaseServer> SHARED = new EnumMap<>(DatabaseKind.class);

  private TestServers() {}

  /**
   * The one that all tests of this process share. It starts when it is first asked for and ends
   * with the process. Whoever uses it makes databases of names of their own there, and leaves its
   * settings as they were.
   *
   * @throws IOException if it cannot be had or does not start; it says why
   */
  public static synchronized DatabaseServer shared(DatabaseKind kind)
      throws IOException, InterruptedException {
    DatabaseServer server = SHARED.get(kind);
    if (server == null) {
      Path dir = Files.createTempDirectory("feige-database");
      server = start(kind, dir, List.of());
      SHARED.put(kind, server);
      DatabaseServer ends = server;
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(ends, dir)));
    }
    return server;
  }

  /**
   * One that a test may kill, start again and configure.
   *
   * @throws IOException if it cannot be had or does not start; it says why
   */
  public static DatabaseServer start(DatabaseKind kind, Path below, List<String> options)
      throws IOException, InterruptedException {
    prepare(kind, below);
    List<String> all = new ArrayList<>(lean(kind));
    all.addAll(options);
    return DatabaseServer.start(kind, below, all);
  }

  /**
   * The same as {@link DatabaseServer#prepare}, out of what has been unpacked and set up before.
   *
   * @throws IOException if that fails; it says why
   */
  public static synchronized void prepare(DatabaseKind kind, Path dir)
      throws IOException, InterruptedException {
    Path ready = ready(kind);
    Path to = Files.createDirectories(dir.toAbsolutePath());
    if (!Files.exists(to.resolve("server"))) {
      Files.createSymbolicLink(to.resolve("server"), ready.resolve("server"));
    }
    if (!Files.exists(to.resolve("data"))) {
      copy(ready.resolve("data"), to.resolve("data"));
    }
  }

  /** The directory that all are made from, after the first process has made it. */
  private static Path ready(DatabaseKind kind) throws IOException, InterruptedException {
    Path dir = Files.createDirectories(FOLDER.resolve(kind.name().toLowerCase(Locale.ROOT)));
    try (FileChannel file =
            FileChannel.open(
                dir.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      if (!DatabaseServer.hasData(dir)) {
        // What a process has left that was ended meanwhile.
        delete(dir.resolve("data"));
      }
      DatabaseServer.prepare(kind, dir, lean(kind));
    }
    return dir;
  }

  /** Options of a server that has little to do, and nothing to keep. */
  private static List<String> lean(DatabaseKind kind) {
    return switch (kind) {
      case MARIADB ->
          List.of("--debug-no-sync", "--innodb-buffer-pool-size=64M", "--innodb-log-file-size=32M");
      case MYSQL ->
          List.of(
              "--innodb-flush-method=nosync",
              "--performance-schema=OFF",
              "--innodb-buffer-pool-size=64M",
              "--innodb-redo-log-capacity=32M");
    };
  }

  private static void end(DatabaseServer server, Path dir) {
    try {
      server.kill();
      delete(dir);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectories(to.resolve(from.relativize(dir)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static void delete(Path dir) throws IOException {
    if (!Files.exists(dir)) {
      return;
    }
    Files.walkFileTree(
        dir,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path done, @Nullable IOException failure)
              throws IOException {
            if (failure != null) {
              throw failure;
            }
            Files.delete(done);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
