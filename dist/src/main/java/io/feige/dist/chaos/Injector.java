package io.feige.dist.chaos;

import io.feige.dist.cli.CliException;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cluster.LocalCluster;
import io.feige.dist.process.Signal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/** Does faults to a local cluster and undoes them. */
final class Injector {
  private static final int CHUNK = 4 << 20;
  private static final long MOST_BYTES = 256L << 20;

  private final LocalCluster cluster;
  private final Network network;

  Injector(LocalCluster cluster, Network network) {
    this.cluster = cluster;
    this.network = network;
  }

  /** Does it, waits as long as it lasts, and undoes it; on a thread of its own. */
  void run(Fault fault) {
    try {
      switch (fault) {
        case Fault.Kill kill -> {
          kill.names().forEach(this::kill);
          Thread.sleep(kill.lasts());
          for (String name : kill.names()) {
            restart(name);
          }
        }
        case Fault.Pause pause -> pause(pause);
        case Fault.Cut cut -> {
          cut.ways().forEach(way -> network.cut(way.from(), way.to(), true));
          Thread.sleep(cut.lasts());
          cut.ways().forEach(way -> network.cut(way.from(), way.to(), false));
        }
        case Fault.Restart restart -> stopAndStart(restart.name());
        case Fault.Switch planned -> switchOver(planned.pair());
        case Fault.BusyDisk busy -> write(busy.lasts());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot do '" + fault.words() + "': " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  // Two faults may be about one process: what one does to it, it does as a whole.
  private synchronized void kill(String name) {
    if (cluster.isRunning(name)) {
      cluster.kill(name);
    }
  }

  private synchronized void stopAndStart(String name) throws IOException {
    if (cluster.isRunning(name)) {
      cluster.stop(name);
    }
    restart(name);
  }

  private synchronized void restart(String name) throws IOException {
    if (!cluster.isRunning(name)) {
      cluster.start(name);
    }
  }

  private void pause(Fault.Pause pause) throws IOException, InterruptedException {
    if (!cluster.isRunning(pause.name())) {
      return;
    }
    long pid = cluster.pid(pause.name());
    Signal.STOP.send(pid);
    Thread.sleep(pause.lasts());
    Signal.CONT.send(pid);
  }

  /** A switch that cannot be made now is refused; that is an answer too. */
  private void switchOver(String pair) {
    try {
      var _ = cluster.api().switchPair(pair);
    } catch (CliException away) {
      if (away.exitCode() == ExitCode.USAGE) {
        throw away;
      }
    }
  }

  private void write(Duration time) throws IOException {
    Path file = cluster.dir().resolve("busy-disk");
    long end = System.nanoTime() + time.toNanos();
    ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK);
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (long at = 0; System.nanoTime() - end < 0; at = (at + CHUNK) % MOST_BYTES) {
        var _ = out.write(chunk.clear(), at);
        out.force(false);
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
