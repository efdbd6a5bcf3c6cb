package io.feige.admin.leader;

import io.feige.admin.address.AdminAddress;
import io.feige.admin.json.AddressJson;
import io.feige.admin.json.Json;
import io.feige.admin.store.Paths;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.data.Stat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This Admin's entry among the living, which ZooKeeper removes when the session ends. Only on the
 * election's thread.
 */
final class Presence {
  private static final Logger LOG = LoggerFactory.getLogger(Presence.class);

  private final CuratorFramework client;
  private AdminAddress address;

  Presence(CuratorFramework client, AdminAddress address) {
    this.client = client;
    this.address = address;
  }

  /**
   * Shows it, also after the session that had shown it is over.
   *
   * @param leaderEpoch of the leadership it has; 0: it follows
   * @return whether that could be done; if not, it is to be tried again
   */
  boolean show(long leaderEpoch) {
    address = address.withLeaderEpoch(leaderEpoch);
    return showAgain();
  }

  boolean showAgain() {
    String path = Paths.admin(address.id());
    byte[] bytes = Json.bytes(AddressJson.write(address));
    try {
      long session = client.getZookeeperClient().getZooKeeper().getSessionId();
      Stat stat = client.checkExists().forPath(path);
      if (stat != null && stat.getEphemeralOwner() == session) {
        var _ = client.setData().forPath(path, bytes);
        return true;
      }
      if (stat != null) {
        // Of an earlier process, or an earlier session of this one: it will vanish, and not now.
        client.delete().quietly().forPath(path);
      }
      var _ = client.create().withMode(CreateMode.EPHEMERAL).forPath(path, bytes);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } catch (Exception e) {
      LOG.debug("{} could not be shown", path, e);
      return false;
    }
  }

  /** Removes it. */
  void hide() {
    try {
      client.delete().quietly().forPath(Paths.admin(address.id()));
    } catch (Exception e) {
      LOG.debug("the entry of {} stays until its session is over", address.id(), e);
    }
  }
}
