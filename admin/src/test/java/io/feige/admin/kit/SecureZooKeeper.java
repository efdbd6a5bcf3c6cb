package io.feige.admin.kit;

import io.feige.certificates.CertificateFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.auth.ProviderRegistry;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * A ZooKeeper that speaks TLS only and, as it does by default, wants a certificate of its clients.
 * One at a time: it takes its settings from the system's properties.
 */
public final class SecureZooKeeper implements AutoCloseable {
  private static final String SSL = "zookeeper.ssl.";
  private static final String X509 = "zookeeper.authProvider.x509";
  private static final int TICK_MILLIS = 1_000;
  private static final int MAX_CONNECTIONS = 64;

  private final Map<String, String> properties;
  private final FileTxnSnapLog files;
  private final ServerCnxnFactory port;

  private SecureZooKeeper(
      Map<String, String> properties, FileTxnSnapLog files, ServerCnxnFactory port) {
    this.properties = properties;
    this.files = files;
    this.port = port;
  }

  /**
   * Starts it, on any free port.
   *
   * @param own where its certificate {@code zk} is
   * @param trusted whose certificates it trusts
   */
  public static SecureZooKeeper start(Path dir, CertificateFiles own, CertificateFiles trusted)
      throws IOException, InterruptedException {
    Path identity = own.dir().resolve("zk-identity.pem");
    Files.writeString(
        identity, Files.readString(own.key("zk")) + Files.readString(own.certificate("zk")));
    Map<String, String> properties =
        Map.of(
            "zookeeper.serverCnxnFactory",
            "org.apache.zookeeper.server.NettyServerCnxnFactory",
            SSL + "keyStore.location",
            identity.toString(),
            SSL + "keyStore.type",
            "PEM",
            SSL + "trustStore.location",
            trusted.ca().toString(),
            SSL + "trustStore.type",
            "PEM",
            // What secureClientPort does in a server's settings.
            X509,
            "org.apache.zookeeper.server.auth.X509AuthenticationProvider");
    properties.forEach(System::setProperty);
    ProviderRegistry.addOrUpdateProvider(X509);
    FileTxnSnapLog files = new FileTxnSnapLog(dir.toFile(), dir.toFile());
    ServerCnxnFactory port = ServerCnxnFactory.createFactory();
    port.configure(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MAX_CONNECTIONS, -1, true);
    port.startup(new ZooKeeperServer(files, TICK_MILLIS, -1, -1, -1, null, ""));
    return new SecureZooKeeper(properties, files, port);
  }

  /** Where it listens. */
  public int port() {
    return port.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    port.shutdown();
    files.close();
    properties.keySet().forEach(System::clearProperty);
  }
}
