package io.feige.admin.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.access.AccessTable;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.address.HostPort;
import io.feige.admin.event.EventSink;
import io.feige.admin.kit.RawPeer;
import io.feige.certificates.CertificateFiles;
import io.feige.certificates.CertificateRequest;
import io.feige.config.SecurityConfig;
import io.feige.protocol.model.Secret;
import io.feige.testkit.Waits;
import io.feige.tls.Encryption;
import io.feige.tls.TlsContext;
import io.feige.tls.TlsFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Thousands who connect to Admin and do not show who they are. */
final class StrangersOfAdminIT {
  private static final int MANY = 3_000;
  private static final int MOST = 100;

  /** Longer than the test, so that whoever goes had to make room. */
  private static final int NEVER = 1_000_000;

  private static final FrontLimits LIMITS =
      new FrontLimits(10_000, MOST, NEVER, NEVER, NEVER, 4_096, 65_536, 3, NEVER);

  @TempDir Path dir;
  private final List<Socket> silent = new ArrayList<>();
  private @Nullable AdminAccess access;

  @AfterEach
  void stop() throws IOException {
    hangUp();
    if (access != null) {
      access.close();
    }
  }

  private void hangUp() throws IOException {
    for (Socket socket : silent) {
      socket.close();
    }
  }

  @Test
  void silentOnesKeepNobodyOut() throws Exception {
    try (Front front = front(Encryption.NONE)) {
      connect(front.port());
      RawPeer.client(front.port()).close();
      assertThat(front.strangers().evicted()).isGreaterThan(MANY / 2);
      assertThat(front.connections()).isLessThanOrEqualTo(MOST + 34);
      hangUp();
      await().until(() -> front.strangers().count() == 0);
    }
  }

  @Test
  void silentOnesKeepNobodyOutWhereTlsIsSpoken() throws Exception {
    CertificateFiles certificates = new CertificateFiles(dir);
    var _ = certificates.init("test", Duration.ofDays(1));
    var _ =
        certificates.issue(
            CertificateRequest.of("admin-1", List.of("127.0.0.1"), Duration.ofDays(1)), false);
    TlsContext tls =
        TlsContext.load(
            TlsFiles.trusting(certificates.ca())
                .showing(certificates.certificate("admin-1"), certificates.key("admin-1")));
    try (Front front = front(Encryption.by(tls))) {
      connect(front.port());
      try (Socket socket =
          tls.platform().getSocketFactory().createSocket("127.0.0.1", front.port())) {
        socket.setSoTimeout(Waits.patienceMillis());
        socket.getOutputStream().write(RawPeer.header(0, 1, 2, 0, 1));
        // A refusal is an answer, too: PING before HELLO.
        assertThat(socket.getInputStream().read()).isZero();
      }
      assertThat(front.strangers().evicted()).isGreaterThan(MANY / 2);
    }
  }

  private Front front(Encryption encryption) throws IOException {
    SecurityConfig security = SecurityConfig.ofToken("");
    AdminAccess opened =
        AdminAccess.open("admin-1", security, Secret.NONE, change -> AccessTable.NONE, dir);
    access = opened;
    FrontSettings settings =
        new FrontSettings(
            "admin-1",
            new HostPort("127.0.0.1", 0),
            security,
            opened,
            "a secret",
            dir,
            encryption,
            LIMITS,
            EventSink.NOBODY);
    return Front.bind(settings, new HeardNodes());
  }

  private void connect(int port) throws IOException {
    for (int i = 0; i < MANY; i++) {
      silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
    }
  }
}
