package io.feige.admin.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class AdminLogIdTest {
  @Test
  void theDocumentedIdsAreThoseThatExist() throws IOException {
    String page =
        Files.readString(Path.of(System.getProperty("feige.root", ""), "docs", "admin.md"));
    List<String> documented =
        Pattern.compile("(?m)^\\| (ADMIN-\\d{4}) ")
            .matcher(page)
            .results()
            .map(match -> match.group(1))
            .toList();

    assertThat(documented)
        .containsExactlyElementsOf(
            Arrays.stream(AdminLogId.values()).map(AdminLogId::toString).toList());
  }

  @Test
  void aLineThatPeersCanCauseComesOnceInAnInterval() {
    AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
    RateLimitedLog log =
        new RateLimitedLog(
            LoggerFactory.getLogger("nobody listens"),
            AdminLogId.BAD_BYTES,
            Duration.ofNanos(10),
            clock::get);
    assertThat(log.warn("a", "b")).isTrue();
    assertThat(log.warn("a", "b")).isFalse();
    clock.addAndGet(10);
    assertThat(log.warn("a", "b")).isTrue();
  }
}
