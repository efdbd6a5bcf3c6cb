package io.feige.broker.server.boot;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.config.NodeSettings;
import io.feige.broker.server.net.Front;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.NetLoops;
import io.feige.broker.server.net.NodeFacts;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.net.ServedPair;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.Supervisor;
import io.feige.broker.server.pair.PairLoop;
import io.feige.protocol.cluster.Death;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves a pair that nobody needs to a client of its own for a moment, before the node tells
 * anybody that it is there. A JVM loads code when it first runs, and a standby runs the code that
 * serves clients for the first time when its partner is dead and clients wait: that made the first
 * switch of a process take 200 ms instead of 40.
 */
final class Rehearsal {
  private static final Logger LOG = LoggerFactory.getLogger(Rehearsal.class);
  private static final String PAIR = "rehearsal";
  private static final int ROUNDS = 30;
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final AtomicBoolean IS_DONE = new AtomicBoolean();

  private final NodeConfig config;
  private final Path dir;

  private Rehearsal(Path dir) {
    this.dir = dir;
    this.config =
        NodeSettings.load(
                Optional.empty(),
                Map.of(),
                Map.of(
                    "node.id", PAIR,
                    "node.dir", dir.toString(),
                    "listen.port", "0",
                    "http.port", "off",
                    "limits.maxBatchBytes", "1MiB",
                    "journal.segmentBytes", "4MiB"))
            .config();
  }

  /**
   * Runs in a directory that need not exist and is removed again; once in a process. What goes
   * wrong is told in the log and of no other consequence.
   */
  static void run(Path dir) {
    if (IS_DONE.compareAndSet(false, true)) {
      long from = System.nanoTime();
      boolean isLoaded = attempt(dir);
      keepOutOfTheWay();
      if (isLoaded) {
        long millis = (System.nanoTime() - from) / 1_000_000;
        LOG.info("{} the code that serves is loaded, in {} ms", LogId.REHEARSED, millis);
      }
    }
  }

  /**
   * Moves what the start has made, and what will stay, to the old generation while no client waits.
   * Otherwise the first two collections copy it into memory that was never touched, which stops the
   * clients for some 40 ms each.
   */
  private static void keepOutOfTheWay() {
    System.gc();
  }

  /** Whether it went well. */
  static boolean attempt(Path dir) {
    try {
      rehearse(dir);
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} the code that serves could not be loaded beforehand", LogId.REHEARSED, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private static void rehearse(Path dir) throws IOException, InterruptedException {
    remove(dir);
    new Rehearsal(dir).serve();
    remove(dir);
  }

  private void serve() throws IOException, InterruptedException {
    Path journal = Files.createDirectories(dir.resolve("journal"));
    Supervisor supervisor = new Supervisor();
    try (NodeMetrics metrics = new NodeMetrics();
        NodeAccess access = NodeAccess.open(config, dir, metrics);
        NetLoops loops = NetLoops.start(1, 0, supervisor)) {
      Front front = Front.bind(config, PAIR, loops, metrics, Encryption.NONE, access);
      try {
        PairSetup setup =
            new PairSetup(
                config,
                PAIR,
                PAIR,
                PAIR,
                Death.NONE,
                journal,
                dir.resolve("salvage"),
                Timings.of(config),
                () -> {},
                loops.place(true),
                supervisor,
                metrics,
                access.quotas());
        serve(front, PairLoop.openAlone(setup));
      } finally {
        front.closePort();
        front.closeConnections(STOP_LIMIT);
      }
    }
  }

  private void serve(Front front, ServedPair pair) throws IOException, InterruptedException {
    StandaloneReplica replica = new StandaloneReplica(pair);
    pair.start(new HostPort("127.0.0.1", front.port()));
    try {
      replica.awaitServing();
      front.open(name -> pair, NodeFacts.none(PAIR));
      try (RehearsalClient client = RehearsalClient.connect(front.port())) {
        client.greet();
        for (int i = 0; i < ROUNDS; i++) {
          client.publishAndConsume(i);
        }
      }
    } finally {
      Stopping.stopAll(List.of(pair), System.nanoTime() + STOP_LIMIT.toNanos());
    }
  }

  private static void remove(Path dir) throws IOException {
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
          public FileVisitResult postVisitDirectory(Path left, @Nullable IOException failed)
              throws IOException {
            if (failed != null) {
              throw failed;
            }
            Files.delete(left);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
