package io.feige.admin.front;

import io.feige.protocol.command.Hello;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;

/**
 * Who may speak here: a node that shows the cluster's secret; anybody else with the token, or
 * without one where none is configured. {@link Secret} compares in constant time.
 */
final class Credentials {
  private static final String TOKEN_SCHEME = "token";
  private static final String CLUSTER_SCHEME = "cluster";

  private final Secret token;
  private final Secret clusterSecret;

  Credentials(String token, String clusterSecret) {
    this.token = Secret.of(token);
    this.clusterSecret = Secret.of(clusterSecret);
  }

  boolean permit(Hello hello) {
    if (hello.kind() == ClientKind.NODE) {
      return clusterSecret.length() > 0
          && hello.scheme().equals(CLUSTER_SCHEME)
          && clusterSecret.equals(hello.secret());
    }
    return token.length() == 0
        || (hello.scheme().equals(TOKEN_SCHEME) && token.equals(hello.secret()));
  }
}
