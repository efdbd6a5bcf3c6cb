package io.feige.broker.server.boot;

import io.feige.broker.core.replica.CopyRules;
import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.broker.server.config.NodeConfig;

/** What the settings of a node mean for its replicas. */
final class Timings {
  /** A connection that ended is not waited for as long as one that is merely silent. */
  private static final int GRACE_MILLIS = 100;

  private static final int MAX_PROBE_MILLIS = 100;
  private static final int PROBES_PER_LEASE = 4;
  private static final int CANCEL_MILLIS = 1_000;
  private static final int WINDOW_BYTES = 16 << 20;
  private static final int CHUNK_BYTES = 1 << 20;

  private Timings() {}

  static ReplicaSettings of(NodeConfig config) {
    NodeConfig.Cluster cluster = config.cluster();
    int lease = cluster.leaseMillis();
    int timeout = cluster.timeoutMillis();
    boolean sharesStore = cluster.replication() == NodeConfig.Replication.SHARED_SQL;
    return new ReplicaSettings(
        lease,
        timeout,
        sharesStore ? timeout : Math.min(GRACE_MILLIS, timeout),
        Math.clamp(lease / PROBES_PER_LEASE, 1, MAX_PROBE_MILLIS),
        CANCEL_MILLIS,
        WINDOW_BYTES,
        CHUNK_BYTES,
        cluster.joinRate(),
        sharesStore,
        copies(config));
  }

  private static CopyRules copies(NodeConfig config) {
    int fsync = Math.toIntExact(config.journal().fsyncTimeout().toMillis());
    return new CopyRules(
        fsync,
        fsync,
        Math.toIntExact(config.cluster().maxLagFor().toMillis()),
        config.pair().minCopies());
  }
}
