package io.feige.admin.store;

import io.feige.access.AccessJson;
import io.feige.access.AccessTable;
import io.feige.protocol.model.Secret;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The table of users in ZooKeeper: one node, changed by compare-and-set, so that every Admin may
 * change it and none undoes what another one did. Blocks; any thread.
 */
public final class ZooKeeperUserStore implements UserStore {
  private static final int TRIES = 20;

  private final CuratorFramework client;

  /** The store behind a connection. */
  public ZooKeeperUserStore(CuratorFramework client) {
    this.client = client;
  }

  @Override
  public AccessTable change(UnaryOperator<AccessTable> change) {
    try {
      for (int i = 0; i < TRIES; i++) {
        Stat stat = new Stat();
        AccessTable before = read(stat);
        AccessTable after = change.apply(before);
        if (write(after, before.mark().version() == 0, stat.getVersion())) {
          return after;
        }
      }
      throw new StoreException(
          "others change users all the time",
          new IllegalStateException("tried " + TRIES + " times"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while ZooKeeper was asked", e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new StoreException("ZooKeeper did not answer as it should: " + e, e);
    }
  }

  private AccessTable read(Stat stat) throws Exception {
    try {
      return AccessJson.read(Secret.of(client.getData().storingStatIn(stat).forPath(Paths.USERS)));
    } catch (KeeperException.NoNodeException e) {
      return AccessTable.NONE;
    }
  }

  private boolean write(AccessTable table, boolean isFirst, int version) throws Exception {
    byte[] bytes = AccessJson.write(table).bytes();
    try {
      if (isFirst) {
        var _ = client.create().forPath(Paths.USERS, bytes);
      } else {
        var _ = client.setData().withVersion(version).forPath(Paths.USERS, bytes);
      }
      return true;
    } catch (KeeperException.NodeExistsException
        | KeeperException.NoNodeException
        | KeeperException.BadVersionException e) {
      return false;
    }
  }
}
