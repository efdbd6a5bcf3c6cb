package io.feige.dist.cluster;

import io.feige.database.DatabaseKind;
import io.feige.database.DatabaseServer;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.process.JavaProgram;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * One process of a local cluster. Whether it runs is decided by its file of the process id and by
 * the command line of that process: a number that the system has given to another one meanwhile is
 * not taken for it.
 */
final class LocalProcess {
  /** First option of the command line: names the process and the directory that it belongs to. */
  private static final String MARK = "-Dfeige.cluster.process=";

  private static final int CONNECT_MILLIS = 200;
  private static final long SOCKETS_CLOSE_NANOS = 2_000_000_000;
  private static final long LOOK_AGAIN_NANOS = 50_000_000;

  private final ClusterPlan plan;
  private final ClusterLayout layout;
  private final String name;

  LocalProcess(ClusterPlan plan, ClusterLayout layout, String name) {
    this.plan = plan;
    this.layout = layout;
    this.name = name;
  }

  String name() {
    return name;
  }

  /** Where clients find it. */
  String address() {
    return plan.address(name);
  }

  /** The same as people are told it. */
  String shownAddress() {
    return plan.shownAddress(name);
  }

  /** Where clients of MQTT find it, if they do. */
  Optional<String> mqttAddress() {
    return plan.mqttAddress(name);
  }

  /** The process, if it runs. */
  Optional<ProcessHandle> running() {
    return readPid().flatMap(ProcessHandle::of).filter(ProcessHandle::isAlive).filter(mark()::isOn);
  }

  private Optional<Long> readPid() {
    try {
      String text = Files.readString(layout.pid(name)).strip();
      return text.matches("\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  private ProcessMark mark() {
    return new ProcessMark(
        name.equals(ClusterPlan.DATABASE)
            ? DatabaseServer.dataOption(layout.data(name))
            : MARK + layout.settings(name));
  }

  /**
   * Says what is in the way of a start, before it is tried. A process that has just been killed may
   * be gone a moment before its sockets are.
   */
  void requirePorts() {
    long limitNanos = System.nanoTime() + SOCKETS_CLOSE_NANOS;
    while (true) {
      try {
        requirePorts(name, plan.ports(name));
        return;
      } catch (CliException taken) {
        if (System.nanoTime() - limitNanos > 0) {
          throw taken;
        }
        LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      }
    }
  }

  static void requirePorts(String name, List<Integer> ports) {
    for (int port : ports) {
      try (ServerSocket probe = new ServerSocket()) {
        probe.setReuseAddress(true);
        probe.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      } catch (IOException taken) {
        throw new CliException(
            ExitCode.FAILED,
            "port "
                + port
                + ", which "
                + name
                + " would listen on, is in use by another program; choose others with --port-base.",
            taken);
      }
    }
  }

  /** Starts it; it may not serve yet. */
  Process start(List<String> javaOptions) throws IOException {
    Optional<DatabaseKind> database =
        plan.database().filter(kind -> name.equals(ClusterPlan.DATABASE));
    List<String> command =
        database.isPresent() ? databaseCommand(database.get()) : javaCommand(javaOptions);
    ProcessBuilder builder = new ProcessBuilder(JavaProgram.detached(command));
    // Settings of this shell are meant for what it talks to, not for this process.
    builder.environment().keySet().removeIf(variable -> variable.startsWith("FEIGE_"));
    builder.directory(layout.dir().toFile());
    builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(layout.log(name).toFile()));
    builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    Process started = builder.start();
    ClusterLayout.replace(layout.pid(name), started.pid() + "\n");
    JavaProgram.mark(started.pid());
    return started;
  }

  private List<String> javaCommand(List<String> javaOptions) {
    List<String> options = new ArrayList<>(List.of(mark().argument()));
    options.addAll(javaOptions);
    return JavaProgram.command(options, arguments());
  }

  /** The command line that it is, unless it is the database. */
  List<String> arguments() {
    return List.of(ClusterPlan.command(name), "--config", layout.settings(name).toString());
  }

  private List<String> databaseCommand(DatabaseKind kind) throws IOException {
    try {
      DatabaseServer.prepare(kind, layout.data(name));
    } catch (IOException e) {
      throw new CliException(ExitCode.FAILED, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.INTERRUPTED, "interrupted.", e);
    }
    return DatabaseServer.command(kind, layout.data(name), plan.ports(name).getFirst());
  }

  /** Whether it takes connections. */
  boolean isListening() {
    try (Socket socket = new Socket()) {
      InetAddress here = InetAddress.getLoopbackAddress();
      int port = Integer.parseInt(address().substring(address().lastIndexOf(':') + 1));
      socket.connect(new InetSocketAddress(here, port), CONNECT_MILLIS);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** It has ended and is not to be looked for any more. */
  void forget() throws IOException {
    Files.deleteIfExists(layout.pid(name));
  }

  /** The failure of a process that ended by itself. */
  CliException endedByItself() {
    return new CliException(
        ExitCode.FAILED,
        name + " ended by itself. The end of its log:\n" + JavaProgram.logEnd(layout.log(name)));
  }
}
