package io.feige.admin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.admin.boot.AdminServer;
import io.feige.admin.boot.AdminSettings;
import io.feige.admin.kit.Admins;
import io.feige.admin.kit.HttpCaller;
import io.feige.config.SecurityConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callers behind a reverse proxy are told from each other. */
class ForwardedIT {
  private static final String TOKEN = "a token that is long enough";

  /** More than an address may fail without waiting. */
  private static final int GUESSES = 100;

  @TempDir Path dir;
  private AdminServer admin;

  @BeforeEach
  void start() {
    AdminSettings plain = Admins.settings("admin-1", dir, "", List.of(Admins.PAIR));
    admin = AdminServer.start(Admins.forwardedTo(plain, SecurityConfig.ofToken(TOKEN)));
    await().until(admin::isLeading);
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  private HttpCaller caller(String token, String forwardedFor) {
    return HttpCaller.with(
        admin.httpPort(),
        Map.of("Authorization", "Bearer " + token, "X-Forwarded-For", forwardedFor));
  }

  @Test
  void guesserKeepsNobodyElseOutWhoComesThroughTheSameProxy() throws Exception {
    try (HttpCaller guesser = caller("wrong", "203.0.113.66");
        HttpCaller other = caller("wrong", "203.0.113.9")) {
      int guesses = 0;
      while (guesser.get("/api/v1/status").status() != 429) {
        assertThat(++guesses).isLessThan(GUESSES);
      }
      assertThat(other.get("/api/v1/status").status()).isEqualTo(401);
    }
  }

  @Test
  void auditLogSaysFromWhereAChangeCame() throws Exception {
    // What the caller has written itself stands first.
    try (HttpCaller caller = caller(TOKEN, "6.6.6.6, 203.0.113.9")) {
      String quota = "{\"publishBytesPerSecond\":2048}";
      assertThat(caller.put("/api/v1/quotas/topic:a", quota).status()).isEqualTo(200);
    }
    assertThat(lines()).contains("\"203.0.113.9\"").doesNotContain("6.6.6.6");
  }

  private String lines() throws IOException {
    return Files.readString(dir.resolve("audit.log"));
  }
}
