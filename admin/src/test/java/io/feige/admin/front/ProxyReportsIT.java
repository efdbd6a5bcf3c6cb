package io.feige.admin.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.access.AccessTable;
import io.feige.admin.access.AdminAccess;
import io.feige.admin.address.HostPort;
import io.feige.admin.event.EventSink;
import io.feige.admin.kit.RawPeer;
import io.feige.admin.proxies.ProxySight;
import io.feige.config.SecurityConfig;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.ProxyHeard;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ProxyState;
import io.feige.protocol.model.Secret;
import io.feige.tls.Encryption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proxies tell Admins of themselves, over sockets. */
final class ProxyReportsIT {
  @TempDir Path dir;
  private AdminAccess access;
  private Front front;

  @BeforeEach
  void start() throws IOException {
    SecurityConfig security = SecurityConfig.ofToken("");
    access = AdminAccess.open("admin-1", security, Secret.NONE, change -> AccessTable.NONE, dir);
    FrontSettings settings =
        new FrontSettings(
            "admin-1",
            new HostPort("127.0.0.1", 0),
            security,
            access,
            "a cluster's secret",
            dir,
            Encryption.NONE,
            FrontLimits.DEFAULT,
            EventSink.NOBODY);
    front = Front.bind(settings, new HeardNodes());
  }

  @AfterEach
  void stop() {
    front.close();
    access.close();
  }

  @Test
  void theLeaderAloneHearsOfThem() throws IOException {
    ReportProxy report =
        new ReportProxy(
            "p", 7, List.of("http://p:1"), 5, ProxyState.SERVING, 3, 2, 9, 0, Optional.empty());
    try (RawPeer proxy = RawPeer.client(front.port())) {
      front.follow("other:7700");
      await()
          .untilAsserted(() ->
              assertThat(told(proxy, report))
                  .isInstanceOfSatisfying(
                      Refusal.class,
                      refusal -> {
                        assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_LEADER);
                        assertThat(refusal.hint()).isEqualTo("other:7700");
                      }));
      assertThat(front.proxies().all()).isEmpty();

      front.lead(1);
      await().untilAsserted(() -> assertThat(told(proxy, report)).isInstanceOf(ProxyHeard.class));
      assertThat(front.proxies().all()).hasSize(1);
      ProxySight seen = front.proxies().all().getFirst();
      assertThat(seen.id()).isEqualTo("p");
      assertThat(seen.host()).isEqualTo("127.0.0.1");
      assertThat(seen.addresses()).containsExactly("http://p:1");
      assertThat(seen.connections()).isEqualTo(3);

      front.follow("other:7700");
      await().until(() -> front.proxies().all().isEmpty());
    }
  }

  private static Answer told(RawPeer proxy, ReportProxy report) throws IOException {
    proxy.send(2, report);
    return (Answer) proxy.receive().command();
  }
}
