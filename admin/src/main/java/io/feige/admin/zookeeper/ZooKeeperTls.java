package io.feige.admin.zookeeper;

import io.feige.access.PrivateFile;
import io.feige.tls.Encryption;
import io.feige.tls.PemText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLParameters;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;

/**
 * TLS of the connection to ZooKeeper. Its client takes certificates from files alone, and reads
 * them for each connection; so it gets copies of what was found good, which only their owner may
 * read. Any thread.
 */
public final class ZooKeeperTls implements AutoCloseable {
  private final Path identity;
  private final Path authorities;
  private final Encryption encryption;

  private ZooKeeperTls(Path dir, Encryption encryption) {
    this.identity = dir.resolve("zookeeper-identity.pem");
    this.authorities = dir.resolve("zookeeper-ca.pem");
    this.encryption = encryption;
  }

  /**
   * Makes the copies.
   *
   * @param dir where they are put
   * @param encryption has a certificate of its own, and authorities
   * @throws IOException if they cannot be written
   */
  public static ZooKeeperTls start(Path dir, Encryption encryption) throws IOException {
    ZooKeeperTls tls = new ZooKeeperTls(dir, encryption);
    tls.refresh();
    return tls;
  }

  /**
   * Makes the copies anew, for connections from now on.
   *
   * @throws IOException if they cannot be written; those before hold
   */
  public void refresh() throws IOException {
    PemText newest =
        encryption.pem().orElseThrow(() -> new IllegalStateException("there is no certificate"));
    PrivateFile.write(identity, newest.identity());
    PrivateFile.write(authorities, newest.authorities());
  }

  /** Asks servers why TLS with them does not come about. */
  TlsProbe probe() {
    return new TlsProbe(encryption.platform().orElseThrow());
  }

  /** What ZooKeeper's client has to be told. */
  ZKClientConfig config() {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
    config.setProperty(
        ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
    SSLParameters ours = encryption.platform().orElseThrow().getDefaultSSLParameters();
    try (ClientX509Util names = new ClientX509Util()) {
      config.setProperty(names.getSslKeystoreLocationProperty(), identity.toString());
      config.setProperty(names.getSslKeystoreTypeProperty(), "PEM");
      config.setProperty(names.getSslTruststoreLocationProperty(), authorities.toString());
      config.setProperty(names.getSslTruststoreTypeProperty(), "PEM");
      config.setProperty(names.getSslHostnameVerificationEnabledProperty(), "true");
      config.setProperty(names.getFipsModeProperty(), "true");
      config.setProperty(
          names.getSslEnabledProtocolsProperty(), String.join(",", ours.getProtocols()));
      config.setProperty(
          names.getSslCipherSuitesProperty(), String.join(",", ours.getCipherSuites()));
    }
    return config;
  }

  /** Removes the copies. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(identity);
    Files.deleteIfExists(authorities);
  }
}
