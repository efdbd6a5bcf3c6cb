package io.feige.admin.zookeeper;

import io.feige.admin.log.AdminLogId;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.SessionConnectionStateErrorPolicy;
import org.apache.curator.retry.BoundedExponentialBackoffRetry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connection to ZooKeeper; says in the log when it is away and when it is back. */
public final class ZooKeeperConnection implements AutoCloseable {
  /** A leader that is not heard of for so long has lost its leadership. */
  public static final int SESSION_MILLIS = 6_000;

  private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperConnection.class);
  private static final int CONNECT_MILLIS = 3_000;
  private static final int RETRY_MILLIS = 50;
  private static final int LONGEST_RETRY_MILLIS = 500;
  private static final int RETRIES = 4;

  private final CuratorFramework client;

  private ZooKeeperConnection(CuratorFramework client) {
    this.client = client;
  }

  /** Begins to connect, and keeps connecting whenever the connection ends. */
  public static ZooKeeperConnection open(String connectString) {
    CuratorFramework client =
        CuratorFrameworkFactory.builder()
            .connectString(connectString)
            .sessionTimeoutMs(SESSION_MILLIS)
            .connectionTimeoutMs(CONNECT_MILLIS)
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
