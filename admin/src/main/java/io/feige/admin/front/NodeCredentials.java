package io.feige.admin.front;

import io.feige.protocol.command.Hello;
import io.feige.protocol.model.Secret;

/**
 * Which nodes may speak here: who shows the cluster's secret, and a certificate where there is TLS.
 * {@link Secret} compares in constant time.
 */
final class NodeCredentials {
  private static final String CLUSTER_SCHEME = "cluster";

  private final Secret clusterSecret;
  private final boolean isEncrypted;

  NodeCredentials(FrontSettings settings) {
    this.clusterSecret = Secret.of(settings.clusterSecret());
    this.isEncrypted = settings.encryption().isOn();
  }

  boolean permit(Hello hello, boolean showsCertificate) {
    return (showsCertificate || !isEncrypted)
        && clusterSecret.length() > 0
        && hello.scheme().equals(CLUSTER_SCHEME)
        && clusterSecret.equals(hello.secret());
  }
}
