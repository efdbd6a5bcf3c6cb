package io.feige.admin.zookeeper;

import io.feige.access.PrivateFile;
import io.feige.admin.log.AdminLogId;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ZooKeeper server inside this process, for an installation with a single Admin: nothing has to
 * be installed first. Its data is on disk, every transaction is fsynced before it is answered, and
 * it listens on loopback only.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedZooKeeper.class);
  private static final int TICK_MILLIS = 1_000;
  private static final int MAX_CONNECTIONS = 64;
  private static final int CLEANUP_HOURS = 1;

  private final FileTxnSnapLog files;
  private final ZooKeeperServer server;
  private final ServerCnxnFactory port;
  private final ScheduledExecutorService cleanup;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  private EmbeddedZooKeeper(
      FileTxnSnapLog files,
      ZooKeeperServer server,
      ServerCnxnFactory port,
      ScheduledExecutorService cleanup) {
    this.files = files;
    this.server = server;
    this.port = port;
    this.cleanup = cleanup;
  }

  /**
   * Starts it and returns when it answers.
   *
   * @param dir holds its data; made if need be
   * @param port 0: any free one
   * @throws IOException if the directory or the port cannot be had
   */
  public static EmbeddedZooKeeper start(Path dir, int port) throws IOException {
    // ZooKeeper makes its files for everybody.
    File data = PrivateFile.closedDirectory(dir).toFile();
    FileTxnSnapLog files = new FileTxnSnapLog(data, data);
    ServerCnxnFactory bound = null;
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      bound = ServerCnxnFactory.createFactory(address, MAX_CONNECTIONS);
      ZooKeeperServer server = new ZooKeeperServer(files, TICK_MILLIS, -1, -1, -1, null, "");
      bound.startup(server);
      ScheduledExecutorService cleanup =
          Executors.newSingleThreadScheduledExecutor(EmbeddedZooKeeper::thread);
      var _ = cleanup.scheduleWithFixedDelay(new OldFiles(data), 0, CLEANUP_HOURS, TimeUnit.HOURS);
      return new EmbeddedZooKeeper(files, server, bound, cleanup);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      undo(files, bound);
      throw new IOException("interrupted", e);
    } catch (IOException | RuntimeException e) {
      undo(files, bound);
      throw e;
    }
  }

  /** How clients connect. */
  public String connectString() {
    return InetAddress.getLoopbackAddress().getHostAddress() + ":" + port();
  }

  /** The port that was bound. */
  public int port() {
    return port.getLocalPort();
  }

  /** Whether it works; once it failed, it stays so: what its disk holds then is not known. */
  public boolean isRunning() {
    return server.isRunning();
  }

  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    cleanup.shutdownNow();
    undo(files, port);
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "feige-zookeeper-cleanup");
    thread.setDaemon(true);
    return thread;
  }

  private static void undo(FileTxnSnapLog files, @Nullable ServerCnxnFactory port) {
    if (port != null) {
      port.shutdown();
    }
    try {
      files.close();
    } catch (IOException e) {
      LOG.error("{} its files could not be closed", AdminLogId.ZOOKEEPER_FAILED, e);
    }
  }
}
