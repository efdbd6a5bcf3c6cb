package io.feige.admin.store;

import io.feige.admin.log.AdminLogId;
import io.feige.admin.zookeeper.TreeOwner;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.utils.ZKPaths;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.ACL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes everything that is in ZooKeeper for its owner, so that nobody else reads or changes it.
 * What Admins make belongs to the owner from the beginning; what is closed here was made before
 * there was one, or under a former secret.
 *
 * <p>The top is closed last: a tree whose top is closed is closed as a whole, so that one look is
 * enough, and an Admin that dies in between leaves the rest to the next one.
 */
public final class ClosedTree {
  private static final Logger LOG = LoggerFactory.getLogger(ClosedTree.class);

  /** ZooKeeper lets nobody change this one, and everybody read it. */
  private static final String FIXED = "/zookeeper/config";

  private final CuratorFramework client;
  private final List<ACL> closed;

  /** Of one owner, for which the client has shown its proof. */
  public ClosedTree(CuratorFramework client, TreeOwner owner) {
    this.client = client;
    this.closed = owner.getDefaultAcl();
  }

  /**
   * Closes what Admins keep.
   *
   * @throws StoreException if it belongs to somebody else; it says what to do
   */
  public void close() {
    close(Paths.TOP);
  }

  /**
   * Closes all there is, in a ZooKeeper that nobody else has a business in.
   *
   * @throws StoreException if it belongs to somebody else; it says what to do
   */
  public void closeAll() {
    close("/");
  }

  private void close(String top) {
    try {
      if (isClosed(top)) {
        return;
      }
      requireSameDigest(top);
      int count = closeBelow(top);
      client.setACL().withACL(closed).forPath(top);
      // Somebody may have been quicker than the line above.
      count += closeBelow(top);
      LOG.info(
          "{} {} and the {} nodes below it in ZooKeeper are closed to everybody but the Admins of"
              + " this cluster",
          AdminLogId.TREE_CLOSED,
          top,
          count);
    } catch (KeeperException.NoAuthException e) {
      throw StoreException.refused(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException("interrupted while ZooKeeper was asked", e);
    } catch (Exception e) {
      throw new StoreException("what is in ZooKeeper could not be closed: " + e, e);
    }
  }

  private boolean isClosed(String top) throws Exception {
    try {
      return client.getACL().forPath(top).equals(closed);
    } catch (KeeperException.NoNodeException e) {
      LOG.trace("{} is made", top, e);
      return makeClosed(top);
    }
  }

  private boolean makeClosed(String top) throws Exception {
    try {
      var _ = client.create().withACL(closed).forPath(top, new byte[0]);
      return true;
    } catch (KeeperException.NodeExistsException e) {
      LOG.trace("another Admin has made {}", top, e);
      return isClosed(top);
    }
  }

  // A server that is set to another digest would lock us out of what we close.
  private void requireSameDigest(String top) throws Exception {
    String probe =
        client
            .create()
            .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
            .withACL(closed)
            .forPath(ZKPaths.makePath(top, "probe-"), new byte[0]);
    try {
      var _ = client.getData().forPath(probe);
    } catch (KeeperException.NoAuthException e) {
      throw new StoreException(
          "ZooKeeper does not know its own digest of a password: its servers are set to another"
              + " one; start Admin with the same"
              + " -Dzookeeper.DigestAuthenticationProvider.digestAlg",
          e);
    } finally {
      client.delete().quietly().forPath(probe);
    }
  }

  private int closeBelow(String path) throws Exception {
    int count = 0;
    for (String name : children(path)) {
      String child = ZKPaths.makePath(path, name);
      if (!child.equals(FIXED) && closeOne(child)) {
        count += 1 + closeBelow(child);
      }
    }
    return count;
  }

  private List<String> children(String path) throws Exception {
    try {
      return client.getChildren().forPath(path);
    } catch (KeeperException.NoNodeException e) {
      LOG.trace("{} went meanwhile", path, e);
      return List.of();
    }
  }

  private boolean closeOne(String path) throws Exception {
    try {
      client.setACL().withACL(closed).forPath(path);
      return true;
    } catch (KeeperException.NoNodeException e) {
      LOG.trace("{} went meanwhile", path, e);
      return false;
    }
  }
}
