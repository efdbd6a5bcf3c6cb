package io.feige.admin.store;

import org.apache.zookeeper.KeeperException;

/** The store cannot be reached, or did not say what came of a request. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreException(String sentence, Throwable cause) {
    super(sentence, cause);
  }

  /** ZooKeeper does not let this Admin come to something. */
  static StoreException refused(KeeperException.NoAuthException why) {
    return new StoreException(
        "ZooKeeper refuses "
            + why.getPath()
            + " to this Admin: it belongs to Admins with another cluster.secret. Set the same one;"
            + " if the secret was replaced, set cluster.formerSecret to the one before as well",
        why);
  }
}
