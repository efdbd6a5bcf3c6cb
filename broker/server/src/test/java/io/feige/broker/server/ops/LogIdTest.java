package io.feige.broker.server.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class LogIdTest {
  @Test
  void theDocumentedIdsAreThoseThatExist() throws IOException {
    String page =
        Files.readString(Path.of(System.getProperty("feige.root", ""), "docs", "log-ids.md"));
    List<String> documented =
        Pattern.compile("(?m)^\\| (FEIGE-\\d{4}) ")
            .matcher(page)
            .results()
            .map(LogIdTest::id)
            .toList();

    assertThat(documented)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(LogId.values()).map(LogId::toString).toList());
  }

  private static String id(MatchResult match) {
    return match.group(1);
  }
}
