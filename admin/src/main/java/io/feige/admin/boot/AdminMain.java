package io.feige.admin.boot;

import io.feige.admin.log.AdminLogId;
import io.feige.config.LoadedConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An Admin as the whole of a process. */
public final class AdminMain {
  /** Stopped as it was told to. */
  public static final int STOPPED = 0;

  /** Did not start, or its ZooKeeper failed. */
  public static final int FAILED = 1;

  private static final Logger LOG = LoggerFactory.getLogger(AdminMain.class);

  private AdminMain() {}

  /**
   * Runs an Admin until the process is told to end (SIGTERM, SIGINT), then stops it.
   *
   * @param loaded its settings, and where each comes from
   * @return the process' exit code
   */
  public static int run(LoadedConfig<AdminSettings> loaded) {
    AdminServer server;
    try {
      server = AdminServer.start(loaded);
    } catch (StartException e) {
      LOG.error("{} Admin does not start: {}", AdminLogId.START_REFUSED, e.getMessage());
      return FAILED;
    } catch (RuntimeException e) {
      LOG.error("{} Admin does not start: {}", AdminLogId.START_REFUSED, e.getMessage(), e);
      return FAILED;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "feige-stop"));
    try {
      server.awaitStopped();
      return server.hasFailed() ? FAILED : STOPPED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      server.close();
      return STOPPED;
    }
  }
}
