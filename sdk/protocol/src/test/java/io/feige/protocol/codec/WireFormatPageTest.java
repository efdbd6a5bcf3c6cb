package io.feige.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.command.CommandType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The numbers and names that {@code docs/wire-format.md} gives are those of the code. */
class WireFormatPageTest {
  @Test
  void commandsAreTheOnesOfTheCode() throws IOException {
    assertThat(rows("## Commands"))
        .isEqualTo(
            Arrays.stream(CommandType.values())
                .map(type -> "| %d | %s |".formatted(type.number(), type))
                .toList());
  }

  @Test
  void kindsOfTheReplicationLinkAreTheOnesOfTheCode() throws IOException {
    assertThat(rows("### Handshake")).isEqualTo(kinds(GoldenLink.handshakes().stream()));
    assertThat(rows("### Messages")).isEqualTo(kinds(GoldenLink.messages().stream()));
  }

  /** Number and name of each row of the section's table. */
  private static List<String> rows(String section) throws IOException {
    Path page = Path.of(System.getProperty("feige.root", "../.."), "docs", "wire-format.md");
    return Files.readAllLines(page).stream()
        .dropWhile(line -> !line.equals(section))
        .skip(1)
        .takeWhile(line -> !line.startsWith("#"))
        .filter(line -> line.matches("\\| \\d+ \\| [A-Z_]+ \\|.*"))
        .map(line -> line.replaceFirst("^(\\| \\d+ \\| [A-Z_]+ \\|).*", "$1"))
        .toList();
  }

  private static List<String> kinds(Stream<LinkGolden> goldens) {
    return goldens
        .map(golden -> "| %d | %s |".formatted(golden.rest()[0], name(golden)))
        .distinct()
        .toList();
  }

  private static String name(LinkGolden golden) {
    String words =
        golden.toString().replaceFirst("^Link", "").replaceAll("([a-z])([A-Z])", "$1_$2");
    return words.toUpperCase(Locale.ROOT);
  }
}
