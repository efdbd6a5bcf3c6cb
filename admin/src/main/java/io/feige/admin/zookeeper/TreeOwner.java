package io.feige.admin.zookeeper;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.curator.framework.AuthInfo;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.apache.zookeeper.server.auth.DigestAuthenticationProvider;

/**
 * Whom everything that is kept in ZooKeeper belongs to: all Admins that know the secret of the
 * cluster, and nobody else. ZooKeeper's scheme {@code digest} has a user and a password; the
 * password is derived from the secret, so that whoever learns it does not know the secret.
 */
public final class TreeOwner implements ACLProvider {
  private static final String SCHEME = "digest";
  private static final String USER = "feige";
  private static final String LABEL = "feige-zookeeper-1";
  private static final String MAC = "HmacSHA256";

  private final String credentials;
  private final List<ACL> acl;

  private TreeOwner(String credentials, List<ACL> acl) {
    this.credentials = credentials;
    this.acl = acl;
  }

  /** The owner that the secret of a cluster stands for. */
  public static TreeOwner of(String clusterSecret) {
    String credentials = USER + ":" + password(clusterSecret);
    try {
      // SHA-1, of 256 bits that cannot be guessed: nobody finds them by trying.
      Id id = new Id(SCHEME, DigestAuthenticationProvider.generateDigest(credentials));
      // ZooKeeper asks it whether it contains null, which others refuse to answer.
      return new TreeOwner(credentials, Collections.singletonList(new ACL(ZooDefs.Perms.ALL, id)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("the Java platform has no digest for ZooKeeper", e);
    }
  }

  /** HMAC-SHA-256 of a fixed label, under the secret; 64 hexadecimal digits. */
  static String password(String clusterSecret) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(clusterSecret.getBytes(StandardCharsets.UTF_8), MAC));
      return HexFormat.of().formatHex(mac.doFinal(LABEL.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the Java platform has no " + MAC, e);
    }
  }

  /** What a connection shows. */
  AuthInfo proof() {
    return new AuthInfo(SCHEME, credentials.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public List<ACL> getDefaultAcl() {
    return acl;
  }

  @Override
  public List<ACL> getAclForPath(String path) {
    return acl;
  }

  /** Without the password. */
  @Override
  public String toString() {
    return USER;
  }
}
