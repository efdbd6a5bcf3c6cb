package io.feige.admin.zookeeper;

import io.feige.admin.log.AdminLogId;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.curator.framework.AuthInfo;
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

  private final CuratorFramework client;

  private ZooKeeperConnection(CuratorFramework client) {
    this.client = client;
  }

  /**
   * Begins to connect, and keeps connecting whenever the connection ends.
   *
   * @param sessionMillis a leader that ZooKeeper does not hear for so long has lost its leadership;
   *     ZooKeeper makes it no shorter than its {@code minSessionTimeout}
   * @param owner whom everything belongs to that is made over this connection
   * @param former whose nodes may be taken over as well
   */
  public static ZooKeeperConnection open(
      String connectString, int sessionMillis, TreeOwner owner, TreeOwner... former) {
    List<AuthInfo> proofs =
        Stream.concat(Stream.of(owner), Stream.of(former)).map(TreeOwner::proof).toList();
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .authorization(proofs)
            .aclProvider(owner)
            .connectString(connectString)
            .sessionTimeoutMs(sessionMillis)
            .connectionTimeoutMs(Math.min(CONNECT_MILLIS, sessionMillis))
            .retryPolicy(
                new BoundedExponentialBackoffRetry(RETRY_MILLIS, LONGEST_RETRY_MILLIS, RETRIES))
            // A connection that breaks is no reason to step down; a session that ends is.
            .connectionStateErrorPolicy(new SessionConnectionStateErrorPolicy())
            .build();
    client
        .getConnectionStateListenable()
        .addListener((changed, state) -> tell(connectString, state));
    client.start();
    return new ZooKeeperConnection(client);
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
