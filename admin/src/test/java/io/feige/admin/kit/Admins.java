package io.feige.admin.kit;

import io.feige.access.TrustedProxies;
import io.feige.admin.boot.AdminServer;
import io.feige.admin.boot.AdminSettings;
import io.feige.admin.event.WebhookSettings;
import io.feige.admin.leader.PairSpec;
import io.feige.admin.zookeeper.TreeOwner;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.config.DatabaseConfig;
import io.feige.config.SecurityConfig;
import io.feige.protocol.cluster.BackupServes;
import java.nio.file.Path;
import java.util.List;

/** Admins with the settings that tests want. */
public final class Admins {
  /**
   * Beats come fast, so that a test can count them. A node whose connection ends is suspected at
   * once; silence is only suspicious after a time that no machine needs to come to its threads.
   */
  public static final ControllerSettings QUICK = new ControllerSettings(20, 2_000, 0);

  /** The longest that ZooKeeper grants: it lapses on no machine while its owner lives. */
  public static final int SESSION_MILLIS = 20_000;

  /** For tests in which a session has to lapse; it may do so at any time on a busy machine. */
  public static final int SHORT_SESSION_MILLIS = 2_000;

  public static final PairSpec PAIR = new PairSpec("pair-1", "node-1", "node-2");

  /** Whom what they store belongs to. */
  public static final TreeOwner OWNER = TreeOwner.of(ScriptedNode.SECRET);

  private Admins() {}

  /** One with ZooKeeper inside, and one pair. */
  public static AdminServer alone(Path dir) {
    return AdminServer.start(settings("admin-1", dir, "", List.of(PAIR)));
  }

  /** One of several that share a ZooKeeper. */
  public static AdminServer sharing(String id, Path dir, String zookeeper) {
    return sharing(id, dir, zookeeper, SESSION_MILLIS);
  }

  /** The same with another session. */
  public static AdminServer sharing(String id, Path dir, String zookeeper, int sessionMillis) {
    return AdminServer.start(
        settings(id, dir.resolve(id), zookeeper, List.of(PAIR), sessionMillis));
  }

  public static AdminSettings settings(
      String id, Path dir, String zookeeper, List<PairSpec> pairs) {
    return settings(id, dir, zookeeper, pairs, SESSION_MILLIS);
  }

  private static AdminSettings settings(
      String id, Path dir, String zookeeper, List<PairSpec> pairs, int sessionMillis) {
    return new AdminSettings(
        id,
        dir,
        new AdminSettings.Listen("127.0.0.1", 0, ""),
        new AdminSettings.Http("127.0.0.1", 0, TrustedProxies.NONE),
        SecurityConfig.ofToken(""),
        ScriptedNode.SECRET,
        new AdminSettings.ZooKeeper(zookeeper, 0, sessionMillis),
        pairs,
        BackupServes.ALL,
        QUICK,
        WebhookSettings.OFF,
        DatabaseConfig.NONE);
  }

  /** The same with other security. */
  public static AdminSettings with(AdminSettings plain, SecurityConfig security) {
    return with(plain, security, plain.webhook(), plain.sql());
  }

  /** The same with other security and a webhook. */
  public static AdminSettings with(
      AdminSettings plain, SecurityConfig security, WebhookSettings webhook) {
    return with(plain, security, webhook, plain.sql());
  }

  /** The same with other security and a message store. */
  public static AdminSettings with(
      AdminSettings plain, SecurityConfig security, DatabaseConfig sql) {
    return with(plain, security, plain.webhook(), sql);
  }

  /** The same with other security, behind a reverse proxy on this machine. */
  public static AdminSettings forwardedTo(AdminSettings plain, SecurityConfig security) {
    TrustedProxies trusted = TrustedProxies.of(List.of("127.0.0.1"));
    AdminSettings.Http http = new AdminSettings.Http("127.0.0.1", 0, trusted);
    return with(plain, http, security, plain.webhook(), plain.sql());
  }

  private static AdminSettings with(
      AdminSettings plain, SecurityConfig security, WebhookSettings webhook, DatabaseConfig sql) {
    return with(plain, plain.http(), security, webhook, sql);
  }

  private static AdminSettings with(
      AdminSettings plain,
      AdminSettings.Http http,
      SecurityConfig security,
      WebhookSettings webhook,
      DatabaseConfig sql) {
    return new AdminSettings(
        plain.id(),
        plain.dir(),
        plain.listen(),
        http,
        security,
        plain.clusterSecret(),
        plain.zookeeper(),
        plain.pairs(),
        plain.backupServes(),
        plain.controller(),
        webhook,
        sql);
  }
}
