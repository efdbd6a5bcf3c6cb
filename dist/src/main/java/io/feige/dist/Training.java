package io.feige.dist;

import io.feige.dist.cli.Environment;
import io.feige.dist.cli.Terminal;
import io.feige.dist.cluster.FreePorts;
import io.feige.dist.cluster.LocalCluster;
import io.feige.dist.process.TemporaryDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;

/**
 * Starts an Admin, two nodes and a proxy in this process, uses them as people do, and ends. The JVM
 * that is told {@code -XX:AOTCacheOutput} (JEP 514) writes down which classes that took, and what
 * it learned of them; with that cache a command, a node and an Admin start in about half the time.
 *
 * <p>Nothing listens beyond loopback, and nothing is left but the cache.
 */
public final class Training {
  private static final int LINES = 2_000;
  private static final long LOOK_NANOS = 50_000_000;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final LocalCluster cluster;
  private final Path dir;

  private Training(LocalCluster cluster, Path dir) {
    this.cluster = cluster;
    this.dir = dir;
  }

  /** Takes no arguments. Exits with 1 if anything of it failed: then a cache would be of no use. */
  public static void main(String[] arguments) throws IOException {
    System.setProperty("FEIGE_LOG_LEVEL", "ERROR");
    Path temporary = Path.of(System.getProperty("java.io.tmpdir", "."));
    // The servers end with the process, and then the directory goes.
    Path dir = TemporaryDirectory.ofProcess(temporary, "feige-training").path();
    LocalCluster cluster =
        LocalCluster.withProxies(dir.resolve("cluster"), 2, 1, FreePorts.forNodes(3));
    System.exit(new Training(cluster, dir).run() ? 0 : 1);
  }

  private boolean run() throws IOException {
    for (List<String> server : cluster.commandLines()) {
      Thread.ofPlatform().daemon().start(() -> execute(server));
    }
    long limitNanos = System.nanoTime() + LIMIT.toNanos();
    while (!cluster.isComplete()) {
      if (System.nanoTime() - limitNanos > 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    Path lines = dir.resolve("lines");
    Files.write(lines, Collections.nCopies(LINES, "a line that is published and pulled"));
    List<List<String>> uses =
        List.of(
            List.of("topic", "create", "orders"),
            List.of("publish", "orders", "--file", lines.toString()),
            List.of("pull", "orders", "--group", "readers", "--count", String.valueOf(LINES)),
            List.of("status"),
            List.of("topic", "list"),
            List.of("group", "list"),
            List.of("pair", "switch", "pair-1"),
            List.of("publish", "orders", "--file", lines.toString()),
            List.of("pull", "orders", "--group", "readers", "--count", String.valueOf(LINES)),
            List.of("--help"));
    boolean isDone = true;
    for (List<String> use : uses) {
      isDone &= execute(withServer(use)) == 0;
    }
    for (String proxy : cluster.proxyAddresses()) {
      isDone &= new ProxyTraining(proxy).run();
    }
    return isDone;
  }

  private List<String> withServer(List<String> use) {
    List<String> all = new ArrayList<>(use);
    if (!use.contains("--help")) {
      all.addAll(List.of("--server", cluster.address()));
    }
    return all;
  }

  private static int execute(List<String> arguments) {
    PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(), OutputStream.nullOutputStream(), err, false, false);
    CommandLine commands = CommandTree.of(terminal, Environment.REAL);
    return commands.execute(arguments.toArray(String[]::new));
  }
}
