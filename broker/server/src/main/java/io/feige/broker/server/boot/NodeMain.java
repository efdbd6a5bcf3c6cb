package io.feige.broker.server.boot;

import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.fault.JournalException;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.watch.DeathWatch;
import io.feige.config.LoadedConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node as the whole of a process. */
public final class NodeMain {
  /** Stopped as it was told to. */
  public static final int STOPPED = 0;

  /** Did not start. */
  public static final int START_REFUSED = 1;

  private static final Logger LOG = LoggerFactory.getLogger(NodeMain.class);

  private NodeMain() {}

  /**
   * Runs a node until the process is told to end (SIGTERM, SIGINT), then stops it gracefully.
   *
   * @param loaded its settings, and where each comes from
   * @return the process' exit code
   */
  public static int run(LoadedConfig<NodeConfig> loaded) {
    Node node;
    try {
      // It comes up while the node does.
      DeathWatch watch = DeathWatch.start(loaded.config());
      node =
          Node.start(
              loaded,
              () -> {
                watch.end();
                SelfRestart.now();
              },
              watch);
    } catch (JournalCorruptException e) {
      LOG.error("{} the node does not start: {}", LogId.JOURNAL_CORRUPT, e.getMessage());
      return START_REFUSED;
    } catch (StartException | JournalException e) {
      LOG.error("{} the node does not start: {}", LogId.START_REFUSED, e.getMessage());
      return START_REFUSED;
    } catch (RuntimeException e) {
      LOG.error("{} the node does not start: {}", LogId.START_REFUSED, e.getMessage(), e);
      return START_REFUSED;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "feige-stop"));
    try {
      node.awaitStopped();
      return STOPPED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      node.close();
      return STOPPED;
    }
  }
}
