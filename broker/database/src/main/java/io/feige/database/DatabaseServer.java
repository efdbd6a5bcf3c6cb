package io.feige.database;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * A database server below a directory. It listens on loopback only, and its user {@code root} needs
 * no password there. Its data stays when it ends, however it ends, and it can be started again. It
 * does not outlive this process, whatever ends it but {@code kill -9}. For one thread.
 */
public final class DatabaseServer implements AutoCloseable {
  private static final String MARK = "complete";
  private static final int CONNECT_MILLIS = 200;
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  /**
   * Below those that systems take for outgoing connections, so that a server that was killed finds
   * its port free when it starts again.
   */
  private static final int LOWEST_PORT = 10_000;

  private static final int HIGHEST_PORT = 20_000;
  private static final int MOST_PORTS = 10;

  private final DatabaseKind kind;
  private final Path dir;
  private final int port;
  private final List<String> options;
  private final Thread hook = new Thread(this::end, "feige-end-database");
  private volatile Process process;

  private DatabaseServer(
      DatabaseKind kind, Path dir, int port, List<String> options, Process process) {
    this.kind = kind;
    this.dir = dir;
    this.port = port;
    this.options = List.copyOf(options);
    this.process = process;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Unpacks and sets up what is not there yet, and starts the server on a free port.
   *
   * @throws IOException if it cannot be had or does not start; it says why
   */
  public static DatabaseServer start(DatabaseKind kind, Path below)
      throws IOException, InterruptedException {
    return start(kind, below, List.of());
  }

  /**
   * The same with options of its command line besides.
   *
   * @throws IOException if it cannot be had or does not start; it says why
   */
  public static DatabaseServer start(DatabaseKind kind, Path below, List<String> options)
      throws IOException, InterruptedException {
    Path dir = below.toAbsolutePath().normalize();
    prepare(kind, dir);
    for (int left = MOST_PORTS; ; left--) {
      int port = freePort();
      DatabaseServer server =
          new DatabaseServer(kind, dir, port, options, launch(kind, dir, port, options));
      try {
        server.awaitUp();
        return server;
      } catch (IOException e) {
        server.close();
        if (left == 1 || !isPortTaken(e)) {
          throw e;
        }
      } catch (InterruptedException e) {
        server.close();
        throw e;
      }
    }
  }

  /** Somebody may take a port between the look at it and the server's start, here or elsewhere. */
  private static boolean isPortTaken(IOException e) {
    return String.valueOf(e.getMessage()).contains("Bind on TCP/IP port");
  }

  /**
   * Unpacks the server and makes empty data, where that has not been done.
   *
   * @throws IOException if that fails; it says why
   */
  public static void prepare(DatabaseKind kind, Path dir) throws IOException, InterruptedException {
    prepare(kind, dir, List.of());
  }

  /** The same with options of the server's command line while it makes the data. */
  static void prepare(DatabaseKind kind, Path dir, List<String> options)
      throws IOException, InterruptedException {
    Path base = Files.createDirectories(dir.resolve("server"));
    Files.createDirectories(temporary(dir));
    if (!Files.exists(base.resolve(MARK))) {
      unpack(kind, base);
      Files.createFile(base.resolve(MARK));
    }
    Path data = dir.resolve("data");
    if (!hasData(dir)) {
      List<String> command = new ArrayList<>(setUp(kind, base, data));
      command.addAll(options);
      run(kind, command, temporary(dir));
      Files.createFile(data.resolve(MARK));
    }
  }

  /** Whether its data has been made, and wholly. */
  static boolean hasData(Path dir) {
    return Files.exists(dir.resolve("data").resolve(MARK));
  }

  private static List<String> setUp(DatabaseKind kind, Path base, Path data) {
    String user = "--user=" + System.getProperty("user.name");
    return switch (kind) {
      case MARIADB ->
          List.of(
              base.resolve("scripts/mariadb-install-db").toString(),
              "--no-defaults",
              "--basedir=" + base,
              "--datadir=" + data,
              user,
              "--auth-root-authentication-method=normal",
              "--skip-test-db");
      case MYSQL ->
          List.of(
              base.resolve(kind.program()).toString(),
              "--no-defaults",
              "--initialize-insecure",
              "--basedir=" + base,
              "--datadir=" + data,
              user);
    };
  }

  /** The command of a server that has been prepared; ends when the process does. */
  public static List<String> command(DatabaseKind kind, Path dir, int port) {
    Path base = dir.resolve("server");
    List<String> command =
        new ArrayList<>(
            List.of(
                base.resolve(kind.program()).toString(),
                "--no-defaults",
                "--basedir=" + base,
                dataOption(dir),
                "--tmpdir=" + temporary(dir),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--socket=" + dir.resolve("data/server.sock"),
                "--innodb-buffer-pool-size=256M",
                "--user=" + System.getProperty("user.name")));
    if (kind == DatabaseKind.MARIADB) {
      // Without it each start makes a large RSA key, which takes seconds, and minutes when others
      // are busy.
      command.add("--skip-ssl");
    }
    if (kind == DatabaseKind.MYSQL) {
      command.add("--mysqlx=OFF");
      // History is written once; replicas of it are for whoever sets up a server of their own.
      command.add("--disable-log-bin");
    }
    return command;
  }

  /** Of its own: a server that starts removes what others have in a directory that they share. */
  private static Path temporary(Path dir) {
    return dir.resolve("tmp");
  }

  /** The part of the command that names the directory, and so tells one server from another. */
  public static String dataOption(Path dir) {
    return "--datadir=" + dir.resolve("data");
  }

  /** The URL of one of its databases, which is made when it is not there. */
  public static String url(int port, String database) {
    return "jdbc:mysql://127.0.0.1:"
        + port
        + "/"
        + database
        + "?createDatabaseIfNotExist=true&sslMode=DISABLED&allowPublicKeyRetrieval=true";
  }

  /** The URL of one of its databases, which is made when it is not there. */
  public String url(String database) {
    return url(port, database);
  }

  /** Where it listens. */
  public int port() {
    return port;
  }

  /** Its process. */
  public Process process() {
    return process;
  }

  /** Ends it as a crash would. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** Starts it again after it was killed. */
  public void restart() throws IOException, InterruptedException {
    process = launch(kind, dir, port, options);
    awaitUp();
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // The hook runs already and does the same.
    }
    end();
  }

  private void end() {
    process.destroyForcibly();
  }

  private static Process launch(DatabaseKind kind, Path dir, int port, List<String> options)
      throws IOException {
    List<String> command = new ArrayList<>(command(kind, dir, port));
    command.addAll(options);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(dir.resolve("server.log").toFile())
        .start();
  }

  private void awaitUp() throws IOException, InterruptedException {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (!isListening()) {
      if (!process.isAlive() || System.nanoTime() - end > 0) {
        process.destroyForcibly();
        String log = Files.readString(dir.resolve("server.log"));
        throw new IOException(
            "the database server did not start: "
                + log.substring(Math.max(0, log.length() - 1_000)).strip());
      }
      Thread.sleep(50);
    }
  }

  private boolean isListening() {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static void run(DatabaseKind kind, List<String> command, Path temporary)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("TMPDIR", temporary.toString());
    Process process = builder.start();
    String words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      String hint = words.contains("libaio") ? " (Debian's package is libaio1)" : "";
      throw new IOException(kind + " could not be set up" + hint + ": " + words.strip());
    }
  }

  private static void unpack(DatabaseKind kind, Path to) throws IOException, InterruptedException {
    try (ZipFile archive = new ZipFile(kind.archive().toFile())) {
      for (ZipEntry entry : Collections.list(archive.entries())) {
        String name = kind.targetOf(entry.getName());
        Path target = to.resolve(name).normalize();
        if (name.isEmpty() || entry.isDirectory() || !target.startsWith(to)) {
          continue;
        }
        Files.createDirectories(Objects.requireNonNull(target.getParent()));
        Files.deleteIfExists(target);
        try (InputStream in = archive.getInputStream(entry)) {
          Files.copy(in, target);
        }
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
      }
    }
  }

  private static int freePort() throws IOException {
    IOException last = new IOException("no port was tried");
    for (int left = MOST_PORTS; left > 0; left--) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT);
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw last;
  }
}
