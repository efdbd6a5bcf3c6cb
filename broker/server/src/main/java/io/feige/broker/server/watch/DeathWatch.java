package io.feige.broker.server.watch;

import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.ops.LogId;
import io.feige.protocol.cluster.Death;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that watches this one, so that its death need not be waited for. Nothing depends on it:
 * without it, a promise to this process lapses in its time. It ends by itself after this process.
 */
public final class DeathWatch {
  /** Nobody watches. */
  public static final DeathWatch NONE = new DeathWatch(null, Duration.ZERO);

  private static final Logger LOG = LoggerFactory.getLogger(DeathWatch.class);
  private static final Duration LONGEST_START = Duration.ofSeconds(5);
  private static final int LOOK_MILLIS = 5;
  private static final int END_MILLIS = 200;

  // It has next to nothing to do, and stays small.
  private static final List<String> OPTIONS =
      List.of(
          "-Xms2m",
          "-Xss256k",
          "-XX:+UseSerialGC",
          "-XX:MinHeapFreeRatio=5",
          "-XX:MaxHeapFreeRatio=10",
          "-XX:-UsePerfData",
          "-XX:+ExitOnOutOfMemoryError",
          "-Xrs",
          "-Dfeige.tls.engine=jdk",
          "--enable-native-access=ALL-UNNAMED");

  /** A handshake is much arithmetic, and certificates take memory. */
  private static final List<String> WITH_TLS =
      List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:ReservedCodeCacheSize=8m");

  private static final List<String> WITHOUT_TLS =
      List.of("-Xmx16m", "-Xint", "-XX:ReservedCodeCacheSize=4m");

  private final @Nullable Process watch;
  private final Duration longestStart;
  private @Nullable String mark;

  /** Its standard input is held open by that as long as this process runs this program. */
  private DeathWatch(@Nullable Process watch, Duration longestStart) {
    this.watch = watch;
    this.longestStart = longestStart;
  }

  /** Starts it, if the settings want it; does not wait for it. */
  public static DeathWatch start(NodeConfig config) {
    return start(config, LONGEST_START);
  }

  /** The same, and it may take so long to begin. */
  static DeathWatch start(NodeConfig config, Duration longestStart) {
    NodeConfig.Cluster cluster = config.cluster();
    if (!cluster.isMember() || !cluster.deathWatch()) {
      return NONE;
    }
    WatchOrder order =
        new WatchOrder(
            ProcessHandle.current().pid(),
            config.node().id(),
            cluster.admins(),
            cluster.secret(),
            config.security().tls());
    try {
      return start(order, longestStart);
    } catch (IOException e) {
      LOG.warn("{} nobody watches this process: {}", LogId.NOT_WATCHED, e.getMessage());
      return NONE;
    }
  }

  private static DeathWatch start(WatchOrder order, Duration longestStart) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(order.tls().isPresent()));
    builder.environment().keySet().removeIf(name -> name.startsWith("FEIGE_"));
    Process watch = builder.redirectError(Redirect.INHERIT).start();
    OutputStream in = watch.getOutputStream();
    in.write(order.write().getBytes(StandardCharsets.UTF_8));
    in.flush();
    var _ =
        watch
            .onExit()
            .thenAccept(ended ->
                LOG.warn(
                    "{} the process that watches this one has ended, with code {}",
                    LogId.NOT_WATCHED,
                    ended.exitValue()));
    return new DeathWatch(watch, longestStart);
  }

  /**
   * Ends it, and waits a little for that. A process that is about to be replaced by another program
   * leaves nobody behind who has ended and is not looked after.
   */
  public void end() {
    Process started = watch;
    if (started != null) {
      started.destroyForcibly();
      try {
        var _ = started.waitFor(END_MILLIS, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static List<String> command(boolean withTls) {
    Path java = Path.of(System.getProperty("java.home", ""), "bin", "java");
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(OPTIONS);
    command.addAll(withTls ? WITH_TLS : WITHOUT_TLS);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path", ""), WatchMain.class.getName()));
    return command;
  }

  /** The mark of this process; waits until it is known. {@link Death#NONE}: nobody watches. */
  public synchronized String mark() {
    Process started = watch;
    String known = mark;
    if (started == null) {
      return Death.NONE;
    }
    if (known == null) {
      known = read(started, longestStart);
      mark = known;
      if (known.isEmpty() && started.isAlive()) {
        LOG.warn(
            "{} nobody watches this process: the one that should does not begin to within {} s",
            LogId.NOT_WATCHED,
            longestStart.toSeconds());
        started.destroyForcibly();
      }
    }
    return known;
  }

  /** It is seldom late: it was started before everything else. */
  private static String read(Process started, Duration longest) {
    long endNanos = System.nanoTime() + longest.toNanos();
    try {
      while (started.inputReader().ready() || started.isAlive()) {
        if (started.inputReader().ready()) {
          String line = Objects.requireNonNullElse(started.inputReader().readLine(), Death.NONE);
          Death.require("the mark", line);
          return line;
        }
        if (System.nanoTime() - endNanos > 0) {
          return Death.NONE;
        }
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("no mark came", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Death.NONE;
  }
}
