package io.feige.perf.peers.server;

import io.feige.perf.process.ExitHooks;
import io.feige.perf.process.Folders;
import io.feige.perf.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A broker that runs: its processes, its directory, and where its clients connect. */
public final class Server implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(90);

  private final Path directory;
  private final List<ProcessHandle> processes = new ArrayList<>();
  private final List<Runnable> ends = new ArrayList<>();
  private final Thread atExit = new Thread(this::stopAndDelete, "end of the broker");
  private String address = "";

  Server(Path directory) throws IOException {
    this.directory = Folders.emptied(directory);
    ExitHooks.add(atExit);
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
    if (!Ports.await(port, START_LIMIT, () -> !processes().isEmpty())) {
      throw new IOException("port " + port + " does not answer: " + logs());
    }
    address = "localhost:" + port;
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
    stopProcesses();
  }

  /** Asks them to end, and ends what takes too long. */
  void stopProcesses() {
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
    if (ExitHooks.remove(atExit)) {
      stopAndDelete();
    }
  }

  private void stopAndDelete() {
    stop();
    try {
      Folders.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
