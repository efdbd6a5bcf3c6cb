package io.feige.access;

import io.feige.protocol.model.Secret;

/**
 * What callers have to show, as the settings say.
 *
 * @param token gives every right; empty: none does
 * @param users whether users come in; if not, and there is no token, everybody does
 * @param cluster by which the cluster's Admins are known; {@link Secret#NONE}: none comes in so
 * @param isEncrypted whether callers can show a certificate; an Admin then has to
 */
public record AccessRules(String token, boolean users, Secret cluster, boolean isEncrypted) {
  /** For users and the token alone. */
  public static AccessRules of(String token, boolean users) {
    return new AccessRules(token, users, Secret.NONE, false);
  }

  boolean isOpen() {
    return token.isEmpty() && !users;
  }

  boolean isOfCluster(Secret shown, boolean hasCertificate) {
    return cluster.length() > 0 && cluster.equals(shown) && (hasCertificate || !isEncrypted);
  }

  /** Without secrets. */
  @Override
  public String toString() {
    return "AccessRules[" + (token.isEmpty() ? "no token" : "a token") + ", users " + users + "]";
  }
}
