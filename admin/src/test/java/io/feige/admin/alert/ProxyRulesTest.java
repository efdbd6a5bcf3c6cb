package io.feige.admin.alert;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.admin.proxies.ProxySight;
import io.feige.admin.proxies.ProxySight.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProxyRulesTest {
  private static final Instant NOW = Instant.parse("2026-11-23T00:42:00Z");

  @Test
  void oneThatServesOrStopsIsNoAlert() {
    assertThat(find(State.SERVING, Optional.of(NOW.plus(Duration.ofDays(30))), false)).isEmpty();
    assertThat(find(State.STOPPING, Optional.empty(), false)).isEmpty();
  }

  @Test
  void oneThatIsNotHeardIsAWarning() {
    assertThat(find(State.AWAY, Optional.empty(), false))
        .containsExactly("WARNING proxy-away proxy-1");
  }

  @Test
  void twoOfOneNameAreAWarning() {
    assertThat(find(State.SERVING, Optional.empty(), true))
        .containsExactly("WARNING proxy-twice proxy-1");
  }

  @Test
  void aCertificateThatExpiresSoonIsAnAlert() {
    assertThat(find(State.SERVING, Optional.of(NOW.plus(Duration.ofDays(3))), false))
        .containsExactly("WARNING certificate-expires proxy-1");
    assertThat(find(State.SERVING, Optional.of(NOW.plus(Duration.ofHours(3))), false))
        .containsExactly("CRITICAL certificate-expires proxy-1");
  }

  private static List<String> find(State state, Optional<Instant> end, boolean isTwice) {
    ProxySight proxy =
        new ProxySight(
            "proxy-1",
            List.of(),
            "10.0.0.7",
            "feige-proxy",
            state,
            NOW,
            0,
            0,
            0,
            0,
            0,
            end,
            isTwice);
    List<Alert> alerts = new ArrayList<>();
    ProxyRules.find(List.of(proxy), NOW, alerts);
    return AlertIds.of(alerts);
  }
}
