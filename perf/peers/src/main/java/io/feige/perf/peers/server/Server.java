package io.feige.perf.peers.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A broker that runs: its processes, its directory, and where its clients connect. */
public final class Server implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  private final Path directory;
  private final List<ProcessHandle> processes = new ArrayList<>();
  private final List<Runnable> ends = new ArrayList<>();
  private final Thread atExit = new Thread(this::stop, "end of the broker");
  private String address = "";

  Server(Path directory) throws IOException {
    delete(directory);
    Files.createDirectories(directory);
    this.directory = directory;
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** {@code HOST:PORT} for its clients. */
  public String address() {
    return address;
  }

  /** Its processes and theirs, those that are alive. */
  public List<ProcessHandle> processes() {
    return processes.stream()
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .filter(ProcessHandle::isAlive)
        .distinct()
        .toList();
  }

  Path directory() {
    return directory;
  }

  /** Starts a process of it, whose output goes into a file of its directory. */
  void start(String name, ProcessBuilder builder) throws IOException {
    Path log = directory.resolve(name + ".log");
    Process process =
        builder
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .directory(directory.toFile())
            .start();
    process.getOutputStream().close();
    processes.add(process.toHandle());
  }

  /** Processes that were started by another one. */
  void adopt(List<Long> pids) {
    pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream()).forEach(processes::add);
  }

  /** What has to be done before its processes are ended. */
  void atEnd(Runnable end) {
    ends.add(end);
  }

  /** Waits until a port of this machine answers, and says that clients connect to it. */
  void awaitPort(int port) throws IOException, InterruptedException {
    long limit = System.nanoTime() + START_LIMIT.toNanos();
    while (!answers(port)) {
      if (System.nanoTime() - limit > 0 || processes().isEmpty()) {
        throw new IOException("port " + port + " does not answer: " + logs());
      }
      Thread.sleep(100);
    }
    address = "localhost:" + port;
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private String logs() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        String whole = Files.readString(log);
        text.append(log.getFileName()).append(": ");
        text.append(whole.substring(Math.max(0, whole.length() - 3000))).append('\n');
      }
    }
    return text.toString();
  }

  private void stop() {
    ends.forEach(Runnable::run);
    List<ProcessHandle> alive = processes();
    alive.forEach(ProcessHandle::destroy);
    for (ProcessHandle process : alive) {
      try {
        process.onExit().get(20, TimeUnit.SECONDS);
      } catch (Exception e) {
        process.destroyForcibly();
      }
    }
  }

  @Override
  public void close() throws IOException {
    Runtime.getRuntime().removeShutdownHook(atExit);
    stop();
    delete(directory);
  }

  private static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> inside = Files.walk(directory)) {
      for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
