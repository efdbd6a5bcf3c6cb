package io.feige.proxy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feige.access.TrustedProxies;
import io.feige.config.ConfigException;
import io.feige.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProxyConfigTest {
  private static ProxySettings load(Map<String, String> flags) {
    return ProxyConfig.load(Optional.empty(), Map.of(), flags).config();
  }

  @Test
  void withoutSettingsItServesThisMachine() {
    ProxySettings settings = load(Map.of());

    assertThat(settings.listen())
        .isEqualTo(
            new ProxySettings.Listen("127.0.0.1", 7780, List.of(), List.of(), TrustedProxies.NONE));
    assertThat(settings.cluster().admins()).isEqualTo("localhost:7700");
    assertThat(settings.tls()).isEqualTo(ProxySettings.Tls.NONE);
  }

  @Test
  void everythingThatIsWrongIsTold() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() ->
            load(
                Map.of(
                    "proxy.id", "a/b",
                    "cluster.admins", "http://somewhere",
                    "listen.origins", "https://doves.example/chat",
                    "listen.trustedProxies", "10.0.0.0/8,proxy.example",
                    "http.port", "70000",
                    "tls.key", "key.pem",
                    "limits.callers", "0")))
        .satisfies(wrong ->
            assertThat(wrong.getMessage())
                .contains(
                    "proxy.id",
                    "cluster.admins",
                    "listen.origins",
                    "listen.trustedProxies",
                    "http.port",
                    "tls.certificate",
                    "limits.callers"));
  }

  @Test
  void whatOtherMachinesReachIsEncryptedOrAllowed() {
    Map<String, String> open = Map.of("listen.host", "0.0.0.0");

    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> load(open))
        .withMessageContaining("tls.certificate");
    assertThat(load(Map.of("listen.host", "0.0.0.0", "security.allowInsecure", "true")))
        .returns(true, ProxySettings::allowInsecure);
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> load(Map.of("ops.host", "0.0.0.0")))
        .withMessageContaining("nobody is asked there who it is");
  }

  @Test
  void thePageSaysWhatTheTableSays() throws IOException {
    String page =
        Files.readString(Path.of(System.getProperty("feige.root", ""), "docs", "configuration.md"));
    String part = page.substring(page.indexOf("\n## A proxy\n"));

    for (ConfigKey key : ProxyConfig.SCHEMA.keys()) {
      String shown = key.defaultText().isEmpty() ? "(empty)" : "`" + key.defaultText() + "`";
      assertThat(part).contains("| `" + key.name() + "` | " + shown + " | " + key.meaning() + " |");
    }
    assertThat(part.lines().filter(line -> line.startsWith("| `")))
        .hasSize(ProxyConfig.SCHEMA.keys().size());
  }
}
