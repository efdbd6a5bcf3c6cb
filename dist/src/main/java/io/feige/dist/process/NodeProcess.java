package io.feige.dist.process;

import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A node in a process of its own, run from the same Java and the same jars as this one. It can be
 * killed as by a power cut of the process, {@code kill -9}, and started again on the same files. It
 * does not outlive this process, whatever ends it but {@code kill -9}. For one thread.
 */
public final class NodeProcess implements AutoCloseable {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
  private static final int MOST_ATTEMPTS = 50;
  private static final Duration LOOK = Duration.ofMillis(500);

  private final NodeSetup setup;
  private final Thread hook = new Thread(this::kill, "feige-end-node");
  private volatile Process process;

  private NodeProcess(NodeSetup setup) {
    this.setup = setup;
    this.process = launch(setup);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Starts the process; it may not serve yet. */
  public static NodeProcess start(NodeSetup setup) {
    return new NodeProcess(setup);
  }

  /** A port that is this process' own, and that nobody listens on. */
  public static int freePort() {
    IOException last = new IOException("none was tried");
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      int port = PortRange.take(1);
      try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw new UncheckedIOException(last);
  }

  /** Where it listens. */
  public String address() {
    return setup.address();
  }

  public long pid() {
    return process.pid();
  }

  /** Waits until it serves; fails with the end of its log if it ends instead. */
  public void awaitServing(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    try (FeigeClient client = FeigeClient.builder().servers(address()).build()) {
      while (!isConnected(client)) {
        if (!process.isAlive()) {
          throw new CliException(
              ExitCode.FAILED,
              "the node ended by itself. The end of its log:\n" + JavaProgram.logEnd(setup.log()));
        }
        if (System.nanoTime() - deadline > 0) {
          throw new CliException(
              ExitCode.FAILED,
              "the node does not serve after " + limit.toSeconds() + " s; its log: " + setup.log());
        }
      }
    }
  }

  /** Kills it as nothing else can: no handler runs, nothing is flushed by the process. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Starts it again on the same files and port. */
  public void restart() {
    if (process.isAlive()) {
      throw new IllegalStateException("the node still runs");
    }
    process = launch(setup);
  }

  /** Asks it to stop gracefully; kills it if it does not. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // The hook runs already and does the same.
      return;
    }
    process.destroy();
    if (!awaitEnd()) {
      kill();
    }
  }

  private boolean awaitEnd() {
    try {
      return process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static boolean isConnected(FeigeClient client) {
    try {
      client.awaitConnected(LOOK);
      return true;
    } catch (FeigeException notYet) {
      return false;
    }
  }

  private static Process launch(NodeSetup setup) {
    ProcessBuilder builder =
        new ProcessBuilder(JavaProgram.command(setup.javaOptions(), setup.arguments()));
    // Settings of this shell are meant for the node that it talks to, not for this one.
    builder.environment().keySet().removeIf(name -> name.startsWith("FEIGE_"));
    builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(setup.log().toFile()));
    builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile()));
    try {
      Files.createDirectories(setup.dir());
      Process started = builder.start();
      JavaProgram.mark(started.pid());
      return started;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
