package io.feige.admin.boot;

import io.feige.admin.log.AdminLogId;
import io.feige.admin.store.ClosedTree;
import io.feige.admin.store.StoreException;
import io.feige.admin.store.ZooKeeperPairStore;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.admin.zookeeper.TreeOwner;
import io.feige.admin.zookeeper.ZooKeeperConnection;
import io.feige.admin.zookeeper.ZooKeeperTls;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The ZooKeeper that an Admin uses, inside or shared: connected, and closed to everybody else. */
final class AdminZooKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AdminZooKeeper.class);
  private static final int CONNECT_MILLIS = 60_000;
  private static final int ASK_WHY_MILLIS = 3_000;
  private static final int WATCH_MILLIS = 500;

  private final AdminSettings settings;
  private final CountDownLatch closed = new CountDownLatch(1);
  private @Nullable EmbeddedZooKeeper embedded;
  private @Nullable ZooKeeperTls tls;
  private @Nullable ZooKeeperConnection connection;

  private AdminZooKeeper(AdminSettings settings) {
    this.settings = settings;
  }

  /**
   * Starts it or connects to it, and returns when it answers.
   *
   * @param failed called when the one inside has failed; on a thread of its own
   * @throws StartException if that cannot be done
   */
  static AdminZooKeeper open(
      AdminSettings settings, AdminDirectory dir, Encryption encryption, Runnable failed) {
    AdminZooKeeper zookeeper = new AdminZooKeeper(settings);
    try {
      if (settings.zookeeper().isEmbedded()) {
        zookeeper.startEmbedded(dir, failed);
      } else if (settings.zookeeper().tls()) {
        zookeeper.startTls(dir, encryption);
      }
      zookeeper.connect();
      return zookeeper;
    } catch (RuntimeException e) {
      zookeeper.close();
      throw e;
    }
  }

  ZooKeeperConnection connection() {
    if (connection == null) {
      throw new IllegalStateException("it is not connected");
    }
    return connection;
  }

  /** How others on this machine connect to the one inside; empty: it is a shared one. */
  String inside() {
    return embedded == null ? "" : embedded.connectString();
  }

  /** Closes what is there to others, and makes what is missing. */
  ZooKeeperPairStore store() {
    ZooKeeperPairStore store = new ZooKeeperPairStore(connection().client());
    ClosedTree tree = new ClosedTree(connection().client(), owner());
    try {
      // Nobody else has a business in one that runs inside.
      if (embedded != null) {
        tree.closeAll();
      }
      tree.close();
      store.prepare();
      return store;
    } catch (StoreException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
  }

  /** An Admin with a ZooKeeper of its own is the only one: nobody takes over from it. */
  ControllerSettings controller() {
    if (embedded != null) {
      return settings.controller();
    }
    try {
      int session = connection().sessionMillis();
      LOG.info("ZooKeeper ends the session of an Admin that it does not hear for {} ms", session);
      return settings.controller().takenOverWithin(ZooKeeperConnection.takeOverMillis(session));
    } catch (Exception e) {
      throw new StartException("ZooKeeper does not answer: " + e.getMessage(), e);
    }
  }

  /** New certificates hold, for connections from now on. */
  void certificatesRenewed() {
    if (tls != null) {
      try {
        tls.refresh();
      } catch (IOException e) {
        LOG.error(
            "{} the connection to ZooKeeper keeps its certificates: {}",
            AdminLogId.CERTIFICATE_UNUSABLE,
            e.toString());
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    List<AutoCloseable> parts = new ArrayList<>();
    Optional.ofNullable(connection).ifPresent(parts::add);
    Optional.ofNullable(tls).ifPresent(parts::add);
    Optional.ofNullable(embedded).ifPresent(parts::add);
    for (AutoCloseable part : parts) {
      try {
        part.close();
      } catch (Exception e) {
        LOG.error("{} could not be closed", part, e);
      }
    }
  }

  private TreeOwner owner() {
    return TreeOwner.of(settings.clusterSecret());
  }

  private void startEmbedded(AdminDirectory dir, Runnable failed) {
    int port = settings.zookeeper().embeddedPort();
    try {
      EmbeddedZooKeeper started = EmbeddedZooKeeper.start(dir.zookeeper(), port);
      embedded = started;
      var _ = Thread.ofVirtual().name("feige-zookeeper-watch").start(() -> watch(started, failed));
    } catch (IOException e) {
      throw new StartException(
          "ZooKeeper inside Admin does not start on port "
              + port
              + " with its data in "
              + dir.zookeeper()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private void watch(EmbeddedZooKeeper started, Runnable failed) {
    try {
      while (!closed.await(WATCH_MILLIS, TimeUnit.MILLISECONDS)) {
        if (!started.isRunning()) {
          failed.run();
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void startTls(AdminDirectory dir, Encryption encryption) {
    try {
      tls = ZooKeeperTls.start(dir.path(), encryption);
    } catch (IOException e) {
      throw new StartException(
          "the certificates for ZooKeeper cannot be written to " + dir.path() + ": " + e, e);
    }
  }

  private void connect() {
    String former = settings.zookeeper().formerSecret();
    ZooKeeperConnection opened =
        ZooKeeperConnection.open(
            new ZooKeeperConnection.Target(
                embedded == null ? settings.zookeeper().connect() : embedded.connectString(),
                settings.zookeeper().sessionMillis(),
                owner(),
                former.isEmpty() ? Optional.empty() : Optional.of(TreeOwner.of(former)),
                Optional.ofNullable(tls)));
    connection = opened;
    try {
      if (opened.await(ASK_WHY_MILLIS)) {
        return;
      }
      opened.tlsFault().ifPresent(AdminZooKeeper::refuse);
      if (!opened.await(CONNECT_MILLIS - ASK_WHY_MILLIS)) {
        opened.tlsFault().ifPresent(AdminZooKeeper::refuse);
        throw new StartException(
            "ZooKeeper at "
                + settings.zookeeper().connect()
                + " did not answer within "
                + CONNECT_MILLIS / 1_000
                + " s; look whether it runs and can be reached",
            null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartException("interrupted", e);
    }
  }

  private static void refuse(String tlsFault) {
    throw new StartException(
        tlsFault
            + ". Look at tls.ca here, at the server's certificate, and whether the port is its"
            + " secureClientPort",
        null);
  }
}
