package io.feige.dist.cluster;

import io.feige.dist.process.TemporaryDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A local cluster in a directory and on ports of its own, which is gone when it is closed, or when
 * this process ends in any way but kill -9. For one thread.
 */
public final class EphemeralCluster implements AutoCloseable {
  private final TemporaryDirectory dir;
  private final LocalCluster cluster;
  private final Thread hook = new Thread(this::remove, "feige-end-cluster");
  private boolean isKept;

  private EphemeralCluster(TemporaryDirectory dir, LocalCluster cluster) {
    this.dir = dir;
    this.cluster = cluster;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Starts the processes; they may not serve yet. */
  public static EphemeralCluster start(TemporaryDirectory dir, int nodes) throws IOException {
    return start(dir, LocalCluster.create(dir.path(), nodes, FreePorts.forNodes(nodes), false));
  }

  /** The same with the times of {@code up}, for a machine that does other work, too. */
  public static EphemeralCluster startCalm(TemporaryDirectory dir, int nodes) throws IOException {
    return start(dir, LocalCluster.calm(dir.path(), nodes, FreePorts.forNodes(nodes)));
  }

  private static EphemeralCluster start(TemporaryDirectory dir, LocalCluster cluster)
      throws IOException {
    EphemeralCluster started = new EphemeralCluster(dir, cluster);
    try {
      started.cluster.startMissing();
      return started;
    } catch (IOException | RuntimeException failed) {
      started.close();
      throw failed;
    }
  }

  public LocalCluster cluster() {
    return cluster;
  }

  public Path path() {
    return dir.path();
  }

  /** Leaves it running, with its directory, when this is closed. */
  public void keep() {
    isKept = true;
    withdrawHook();
  }

  @Override
  public void close() {
    if (!isKept && withdrawHook()) {
      remove();
    }
  }

  private boolean withdrawHook() {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException stopping) {
      // The hook runs already and does the same.
      return false;
    }
  }

  // Nothing of it is used again, so nothing has to be stopped in order.
  private void remove() {
    cluster.killAll();
    try {
      dir.close();
    } catch (IOException left) {
      throw new UncheckedIOException(left);
    }
  }
}
