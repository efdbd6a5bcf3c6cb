package io.feige.admin.kit;

import io.feige.testkit.Waits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.framework.AuthInfo;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.utils.ZKPaths;

/** Clients of ZooKeeper as anybody may have them. */
public final class PlainZooKeeper {
  private PlainZooKeeper() {}

  /** One that shows no proof, and gives what it makes to everybody. */
  public static CuratorFramework stranger(String connect) throws InterruptedException {
    return started(builder(connect));
  }

  /** One with a password of its own. */
  public static CuratorFramework stranger(String connect, String user) throws InterruptedException {
    AuthInfo proof = new AuthInfo("digest", (user + ":guessed").getBytes(StandardCharsets.UTF_8));
    return started(builder(connect).authorization(List.of(proof)));
  }

  /** All paths from one on down, itself among them. */
  public static List<String> below(CuratorFramework client, String path) throws Exception {
    List<String> paths = new ArrayList<>(List.of(path));
    for (String name : client.getChildren().forPath(path)) {
      paths.addAll(below(client, ZKPaths.makePath(path, name)));
    }
    return paths;
  }

  private static CuratorFrameworkFactory.Builder builder(String connect) {
    return CuratorFrameworkFactory.builder()
        .connectString(connect)
        .sessionTimeoutMs(Admins.SESSION_MILLIS)
        .connectionTimeoutMs(Waits.patienceMillis())
        .retryPolicy(new RetryOneTime(100));
  }

  private static CuratorFramework started(CuratorFrameworkFactory.Builder builder)
      throws InterruptedException {
    CuratorFramework client = builder.build();
    client.start();
    client.blockUntilConnected();
    return client;
  }
}
