package io.feige.admin.front;

import io.feige.protocol.command.Hello;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;

/**
 * Who may speak here: a node that shows the cluster's secret, and a certificate where there is TLS;
 * anybody else with the token, or without one where none is configured. {@link Secret} compares in
 * constant time.
 */
final class Credentials {
  private static final String TOKEN_SCHEME = "token";
  private static final String CLUSTER_SCHEME = "cluster";

  private final Secret token;
  private final Secret clusterSecret;

  private final boolean isEncrypted;

  Credentials(FrontSettings settings) {
    this.token = Secret.of(settings.security().token());
    this.clusterSecret = Secret.of(settings.clusterSecret());
    this.isEncrypted = settings.encryption().isOn();
  }

  boolean permit(Hello hello, boolean showsCertificate) {
    if (hello.kind() == ClientKind.NODE) {
      return (showsCertificate || !isEncrypted)
          && clusterSecret.length() > 0
          && hello.scheme().equals(CLUSTER_SCHEME)
          && clusterSecret.equals(hello.secret());
    }
    return token.length() == 0
        || (hello.scheme().equals(TOKEN_SCHEME) && token.equals(hello.secret()));
  }
}
