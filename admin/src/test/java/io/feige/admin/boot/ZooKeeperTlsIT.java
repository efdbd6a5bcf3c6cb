package io.feige.admin.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feige.admin.event.WebhookSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.SecureZooKeeper;
import io.feige.admin.kit.TcpRelay;
import io.feige.admin.zookeeper.EmbeddedZooKeeper;
import io.feige.admin.zookeeper.ZooKeeperConnection;
import io.feige.admin.zookeeper.ZooKeeperTls;
import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.config.DatabaseConfig;
import io.feige.config.ProcessTls;
import io.feige.config.SecurityConfig;
import io.feige.testkit.Waits;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An Admin and a shared ZooKeeper that speaks TLS only. */
final class ZooKeeperTlsIT {
  private static final Duration YEAR = Duration.ofDays(365);

  @TempDir Path dir;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private CertificateFiles ours;
  private CertificateFiles others;

  @BeforeEach
  void issue() throws IOException {
    ours = authority("ours", "localhost");
    others = authority("others", "localhost");
    ours.issue(CertificateRequest.of("admin", List.of("localhost", "127.0.0.1"), YEAR), false);
  }

  @AfterEach
  void stop() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  @Test
  void anAdminLeadsOverTls() throws Exception {
    SecureZooKeeper zookeeper = keep(SecureZooKeeper.start(dir.resolve("zk"), ours, ours));
    AdminServer admin = keep(AdminServer.start(settings("localhost:" + zookeeper.port())));
    await().until(admin::isLeading);

    Path copy = dir.resolve("admin/zookeeper-identity.pem");
    assertThat(Files.readString(copy)).contains("PRIVATE KEY", "CERTIFICATE");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
        .isEqualTo("rw-------");
    admin.close();
    assertThat(copy).doesNotExist();
  }

  /** The authority is another one too: what was read at the start would not do any more. */
  @Test
  void certificatesThatWereReplacedHoldForTheNextConnection() throws Exception {
    SecureZooKeeper zookeeper = keep(SecureZooKeeper.start(dir.resolve("zk"), ours, ours));
    TcpRelay relay = keep(TcpRelay.to(zookeeper.port()));
    AdminServer admin = keep(AdminServer.start(settings("localhost:" + relay.port())));
    await().until(admin::isLeading);

    others.issue(CertificateRequest.of("admin", List.of("localhost", "127.0.0.1"), YEAR), false);
    for (String file : List.of("ca.pem", "admin.pem", "admin.key")) {
      Files.writeString(ours.dir().resolve(file), Files.readString(others.dir().resolve(file)));
    }
    String fresh = lastLines(others.certificate("admin"));
    await().until(() -> lastLines(dir.resolve("admin/zookeeper-identity.pem")).equals(fresh));
    zookeeper.close();
    await().until(() -> !admin.isLeading());
    relay.leadTo(keep(SecureZooKeeper.start(dir.resolve("zk"), others, others)).port());

    await().until(admin::isLeading);
  }

  @Test
  void aServerOfAnotherAuthorityIsRefused() throws Exception {
    SecureZooKeeper zookeeper = keep(SecureZooKeeper.start(dir.resolve("zk"), others, ours));
    String connect = "localhost:" + zookeeper.port();

    assertThatThrownBy(() -> AdminServer.start(settings(connect)))
        .isInstanceOf(StartException.class)
        .hasMessage(
            "TLS with ZooKeeper at "
                + connect
                + " did not come about: its certificate (CN=zk) is from CN=others, which is not"
                + " among the authorities in "
                + ours.ca()
                + ". Look at tls.ca here, at the server's certificate, and whether the port is its"
                + " secureClientPort");
  }

  @Test
  void aServerWithACertificateForAnotherHostIsRefused() throws Exception {
    ours.issue(CertificateRequest.of("zk", List.of("elsewhere.example"), YEAR), true);
    SecureZooKeeper zookeeper = keep(SecureZooKeeper.start(dir.resolve("zk"), ours, ours));

    assertThatThrownBy(() -> AdminServer.start(settings("localhost:" + zookeeper.port())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining(
            "its certificate (CN=zk) is for elsewhere.example, not for localhost");
  }

  /** Who finds out why is somebody else, so what counts is that there is no connection. */
  @Test
  void noConnectionIsMadeToAServerForAnotherHostOrOfAnotherAuthority() throws Exception {
    ProcessTls tls =
        keep(
            ProcessTls.start(
                settings("localhost:1").security(),
                new ProcessTls.LogIds("renewed", "unusable", "expires"),
                () -> {}));
    ZooKeeperTls copies = keep(ZooKeeperTls.start(dir, tls.encryption()));

    try (SecureZooKeeper good = SecureZooKeeper.start(dir.resolve("zk-1"), ours, ours);
        ZooKeeperConnection connection = connection(good.port(), copies)) {
      assertThat(connection.await(Waits.patienceMillis())).isTrue();
    }
    try (SecureZooKeeper foreign = SecureZooKeeper.start(dir.resolve("zk-2"), others, ours)) {
      neverConnected(foreign, copies);
    }
    ours.issue(CertificateRequest.of("zk", List.of("elsewhere.example"), YEAR), true);
    try (SecureZooKeeper elsewhere = SecureZooKeeper.start(dir.resolve("zk-3"), ours, ours)) {
      neverConnected(elsewhere, copies);
    }
  }

  /** It tries again and again, which who has a connection does not. */
  private static void neverConnected(SecureZooKeeper zookeeper, ZooKeeperTls tls) throws Exception {
    try (TcpRelay relay = TcpRelay.to(zookeeper.port());
        ZooKeeperConnection connection = connection(relay.port(), tls)) {
      await().until(() -> relay.accepted() > 2);
      assertThat(connection.isConnected()).isFalse();
    }
  }

  private static ZooKeeperConnection connection(int port, ZooKeeperTls tls) {
    return ZooKeeperConnection.open(
        new ZooKeeperConnection.Target(
            "localhost:" + port,
            Admins.SESSION_MILLIS,
            Admins.OWNER,
            Optional.empty(),
            Optional.of(tls)));
  }

  @Test
  void aServerThatDoesNotTrustThisAdminSaysSo() throws Exception {
    SecureZooKeeper zookeeper = keep(SecureZooKeeper.start(dir.resolve("zk"), ours, others));

    assertThatThrownBy(() -> AdminServer.start(settings("localhost:" + zookeeper.port())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("does not accept the certificate that is shown here");
  }

  @Test
  void aServerThatSpeaksNoTlsIsNotTalkedTo() throws Exception {
    EmbeddedZooKeeper plain = keep(EmbeddedZooKeeper.start(dir.resolve("zk"), 0));

    assertThatThrownBy(() -> AdminServer.start(settings("localhost:" + plain.port())))
        .isInstanceOf(StartException.class)
        .hasMessageContaining("did not come about")
        .hasMessageContaining("secureClientPort");
  }

  private AdminSettings settings(String connect) {
    AdminSettings some = Admins.settings("admin", dir.resolve("admin"), connect, List.of());
    TlsFiles files =
        TlsFiles.trusting(ours.ca()).showing(ours.certificate("admin"), ours.key("admin"));
    return new AdminSettings(
        some.id(),
        some.dir(),
        some.listen(),
        some.http(),
        new SecurityConfig("", false, Optional.of(files), false, false),
        some.clusterSecret(),
        new AdminSettings.ZooKeeper(connect, 0, Admins.SHORT_SESSION_MILLIS, "", true),
        List.of(Admins.PAIR),
        some.backupServes(),
        some.controller(),
        WebhookSettings.OFF,
        DatabaseConfig.NONE);
  }

  private CertificateFiles authority(String name, String host) throws IOException {
    CertificateFiles files = new CertificateFiles(dir.resolve(name));
    files.init(name, YEAR);
    files.issue(CertificateRequest.of("zk", List.of(host), YEAR), false);
    return files;
  }

  private static String lastLines(Path file) throws IOException {
    String text = Files.readString(file);
    return text.substring(text.indexOf("-----BEGIN CERTIFICATE"));
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }
}
