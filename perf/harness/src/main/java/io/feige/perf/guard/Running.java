package io.feige.perf.guard;

import io.feige.perf.process.ExitHooks;
import io.feige.perf.process.Folders;
import io.feige.perf.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server of a tree with a directory of its own, which goes with it. */
final class Running implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final Tree tree;
  private final Path directory;
  private final int port;
  private final @Nullable Process node;

  /** If this process is ended, what it has started is, too. */
  private final Thread atExit = new Thread(this::endAndDelete, "end of the servers");

  private Running(Tree tree, Path directory, int port, @Nullable Process node) {
    this.tree = tree;
    this.directory = directory;
    this.port = port;
    this.node = node;
    ExitHooks.add(atExit);
  }

  /** Starts one as its tree's defaults say; with a pair, when both nodes are in sync. */
  static Running start(Tree tree, Row.Kind kind, Path directory, int port) throws IOException {
    Ports.requireFree(port);
    Folders.emptied(directory);
    return kind == Row.Kind.NODE ? node(tree, directory, port) : pair(tree, directory, port);
  }

  private static Running node(Tree tree, Path directory, int port) throws IOException {
    Path log = directory.resolve("node.log");
    Process process =
        tree.feige("node", "--dir", directory + "/node", "--port", Integer.toString(port))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Running running = new Running(tree, directory, port, process);
    try {
      if (!Ports.await(port, START_LIMIT, process::isAlive)) {
        String text = Files.readString(log);
        running.close();
        throw new GuardException("the node of " + tree.name() + " did not start: " + text);
      }
    } catch (InterruptedException e) {
      running.close();
      Thread.currentThread().interrupt();
      throw new GuardException("interrupted");
    }
    return running;
  }

  private static Running pair(Tree tree, Path directory, int port) throws IOException {
    Running running = new Running(tree, directory, port, null);
    try {
      String base = Integer.toString(port);
      Commands.output(
          tree.feige("up", "--dir", directory.toString(), "--port-base", base, "--detach"));
      return running;
    } catch (IOException | RuntimeException e) {
      running.close();
      throw e;
    }
  }

  /** A benchmark against it; its answer in JSON. */
  String bench(List<String> arguments) throws IOException {
    Stream<String> whole =
        Stream.of(
                Stream.of("bench", arguments.get(0), "--server", "localhost:" + port, "--json"),
                arguments.stream().skip(1))
            .flatMap(part -> part);
    return Commands.output(tree.feige(whole.toArray(String[]::new)));
  }

  @Override
  public void close() throws IOException {
    if (!ExitHooks.remove(atExit)) {
      return;
    }
    endAndDelete();
  }

  private void endAndDelete() {
    try {
      end();
      Folders.delete(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void end() throws IOException {
    if (node == null) {
      Commands.outputOrNothing(tree.feige("down", "--dir", directory.toString()));
    } else {
      end(node);
    }
  }

  private static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
