package io.feige.broker.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ConfigPageTest {
  @Test
  void thePageSaysWhatTheTableSays() throws IOException {
    String page =
        Files.readString(Path.of(System.getProperty("feige.root", ""), "docs", "configuration.md"));
    String part = page.substring(page.indexOf("\n## A node\n"), page.indexOf("\n## An Admin\n"));

    for (ConfigKey key : NodeSettings.SCHEMA.keys()) {
      String shown = key.defaultText().isEmpty() ? "(empty)" : "`" + key.defaultText() + "`";
      assertThat(part).contains("| `" + key.name() + "` | " + shown + " | " + key.meaning() + " |");
    }
    assertThat(part.lines().filter(line -> line.startsWith("| `")))
        .hasSize(NodeSettings.SCHEMA.keys().size());
  }
}
