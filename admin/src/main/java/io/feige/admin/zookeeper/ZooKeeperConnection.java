package io.feige.admin.zookeeper;

import io.feige.admin.log.AdminLogId;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.SessionConnectionStateErrorPolicy;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection to ZooKeeper; says in the log when it is away and when it is back. */
public final class ZooKeeperConnection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperConnection.class);
  private static final int CONNECT_MILLIS = 3_000;
  private static final int RETRY_MILLIS = 50;
  private static final int LONGEST_RETRY_MILLIS = 500;
  private static final int RETRIES = 4;

  /** ZooKeeper's servers agree on who leads them; the connections of one that died end at once. */
  private static final int ENSEMBLE_MILLIS = 1_000;

  /** A node that has lost its Admin asks the others in turn, at least so often. */
  private static final int NODES_MILLIS = 1_000;

  /**
   * Which ZooKeeper, and how.
   *
   * @param sessionMillis a leader that ZooKeeper does not hear for so long has lost its leadership;
   *     ZooKeeper makes it no shorter than its {@code minSessionTimeout}
   * @param owner whom everything belongs to that is made over this connection
   * @param former whose nodes may be taken over as well
   * @param tls empty: nothing is encrypted
   */
  public record Target(
      String connectString,
      int sessionMillis,
      TreeOwner owner,
      Optional<TreeOwner> former,
      Optional<ZooKeeperTls> tls) {}

  private final Target target;
  private final CuratorFramework client;

  private ZooKeeperConnection(Target target, CuratorFramework client) {
    this.target = target;
    this.client = client;
  }

  /** Begins to connect, without TLS; see {@link #open(Target)}. */
  public static ZooKeeperConnection open(String connectString, int sessionMillis, TreeOwner owner) {
    return open(
        new Target(connectString, sessionMillis, owner, Optional.empty(), Optional.empty()));
  }

  /** Begins to connect, and keeps connecting whenever the connection ends. */
  public static ZooKeeperConnection open(Target target) {
    CuratorFrameworkFactory.Builder builder =
        CuratorFrameworkFactory.builder()
            .authorization(
                Stream.concat(Stream.of(target.owner()), target.former().stream())
                    .map(TreeOwner::proof)
                    .toList())
            .aclProvider(target.owner())
            .connectString(target.connectString())
            .sessionTimeoutMs(target.sessionMillis())
            .connectionTimeoutMs(Math.min(CONNECT_MILLIS, target.sessionMillis()))
            .retryPolicy(
                new BoundedExponentialBackoffRetry(RETRY_MILLIS, LONGEST_RETRY_MILLIS, RETRIES))
            // A connection that breaks is no reason to step down; a session that ends is.
            .connectionStateErrorPolicy(new SessionConnectionStateErrorPolicy());
    // What an ensemble says of its own addresses are those of the ports without TLS.
    target.tls().ifPresent(tls -> builder.zkClientConfig(tls.config()).ensembleTracker(false));
    CuratorFramework client = builder.build();
    client
        .getConnectionStateListenable()
        .addListener((changed, state) -> tell(target.connectString(), state));
    client.start();
    return new ZooKeeperConnection(target, client);
  }

  /**
   * Why there is no connection, as a sentence; empty: TLS is not the reason. Asks the servers,
   * which takes seconds for each that cannot be reached.
   */
  public Optional<String> tlsFault() {
    return target.tls().flatMap(tls -> tls.probe().fault(target.connectString()));
  }

  /** Waits for the connection; false: there was none within the limit. */
  public boolean await(int limitMillis) throws InterruptedException {
    return client.blockUntilConnected(limitMillis, TimeUnit.MILLISECONDS);
  }

  /** The session time-out that ZooKeeper granted; asked when it is connected. */
  public int sessionMillis() throws Exception {
    return client.getZookeeperClient().getZooKeeper().getSessionTimeout();
  }

  /**
   * How long it takes at most from the death of a leading Admin, even together with the leader of
   * ZooKeeper's servers, until another Admin leads and hears the nodes.
   *
   * <pre>
   * 1 s            ZooKeeper's servers have a leader again, who counts all sessions from then on
   * session        the dead Admin's session is over,
   * + session / 2  noticed at the next tick; a session is two ticks or more
   * 1 s            the other Admin reads what is stored, and the nodes have found it
   * </pre>
   */
  public static int takeOverMillis(int sessionMillis) {
    return ENSEMBLE_MILLIS + sessionMillis + sessionMillis / 2 + NODES_MILLIS;
  }

  /** The client, for whoever stores, watches or stands for election. */
  public CuratorFramework client() {
    return client;
  }

  /** Whether it is connected now. */
  public boolean isConnected() {
    return client.getZookeeperClient().isConnected();
  }

  @Override
  public void close() {
    client.close();
  }

  private static void tell(String connectString, ConnectionState state) {
    switch (state) {
      case SUSPENDED ->
          LOG.warn(
              "{} the connection to ZooKeeper at {} has ended; traffic goes on, failover waits",
              AdminLogId.ZOOKEEPER_AWAY,
              connectString);
      case RECONNECTED ->
          LOG.info(
              "{} connected to ZooKeeper at {} again", AdminLogId.ZOOKEEPER_BACK, connectString);
      case CONNECTED, LOST, READ_ONLY -> LOG.debug("ZooKeeper at {}: {}", connectString, state);
    }
  }
}
