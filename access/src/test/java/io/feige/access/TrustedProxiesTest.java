package io.feige.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule: what trusted ones say counts, and nothing that others could have written. */
class TrustedProxiesTest {
  private static final TrustedProxies PROXIES =
      TrustedProxies.of(List.of("10.0.0.0/8", "192.0.2.7", "2001:db8::/33"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "198.51.100.1  | 1.2.3.4              | 198.51.100.1", // It is not trusted itself.
        "10.1.2.3      | 1.2.3.4              | 1.2.3.4",
        "192.0.2.7     | 1.2.3.4              | 1.2.3.4",
        "192.0.2.8     | 1.2.3.4              | 192.0.2.8",
        "10.1.2.3      | 6.6.6.6, 1.2.3.4     | 1.2.3.4", // The caller has written the first one.
        "10.1.2.3      | 1.2.3.4, 10.9.9.9    | 1.2.3.4",
        "10.1.2.3      | 1.2.3.4,192.0.2.7,10.9.9.9 | 1.2.3.4",
        "10.1.2.3      | ''                   | 10.1.2.3",
        "10.1.2.3      | unknown              | 10.1.2.3",
        "10.1.2.3      | 1.2.3.4, unknown     | 10.1.2.3",
        "10.1.2.3      | localhost            | 10.1.2.3",
        "10.1.2.3      | 10.4.5.6             | 10.4.5.6",
        "2001:db8:7::1 | 2001:db8:8000::5     | 2001:db8:8000:0:0:0:0:5",
        "2001:db8:8000::1 | 1.2.3.4           | 2001:db8:8000::1",
        "0:0:0:0:0:0:0:1 | 1.2.3.4            | 0:0:0:0:0:0:0:1"
      })
  void callerIsWhoTheLastTrustedOneNames(String peer, String said, String caller) {
    assertThat(PROXIES.caller(peer, List.of(said))).isEqualTo(caller);
    assertThat(TrustedProxies.NONE.caller(peer, List.of(said))).isEqualTo(peer);
  }

  @Test
  void severalLinesAreOneList() {
    assertThat(PROXIES.caller("10.1.2.3", List.of("6.6.6.6", "1.2.3.4", "10.9.9.9")))
        .isEqualTo("1.2.3.4");
    assertThat(PROXIES.caller("10.1.2.3", List.of())).isEqualTo("10.1.2.3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"proxy.example", "10.0.0.0/33", "10.0.0.0/", "::/129", "1/2/3"})
  void whatIsNoNetworkIsRefused(String text) {
    assertThatThrownBy(() -> TrustedProxies.of(List.of("10.0.0.1", text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "' is neither an address");
  }
}
