package io.feige.proxy.boot;

import io.feige.config.LoadedConfig;
import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.log.ProxyLogId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A proxy as the whole of a process. */
public final class ProxyMain {
  /** Stopped as it was told to. */
  public static final int STOPPED = 0;

  /** Did not start. */
  public static final int FAILED = 1;

  private static final Logger LOG = LoggerFactory.getLogger(ProxyMain.class);

  private ProxyMain() {}

  /**
   * Runs a proxy until the process is told to end (SIGTERM, SIGINT), then stops it.
   *
   * @param loaded its settings, and where each comes from
   * @return the process' exit code
   */
  public static int run(LoadedConfig<ProxySettings> loaded) {
    ProxyServer server;
    try {
      server = ProxyServer.start(loaded);
    } catch (StartException e) {
      LOG.error("{} the proxy does not start: {}", ProxyLogId.START_REFUSED, e.getMessage());
      return FAILED;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "feige-stop"));
    try {
      server.awaitStopped();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      server.close();
    }
    return STOPPED;
  }
}
