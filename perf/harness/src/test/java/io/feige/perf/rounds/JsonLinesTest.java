package io.feige.perf.rounds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
  private record Measured(int round, Map<String, Double> values) {}

  @TempDir private Path directory;

  @Test
  void whatWasMeasuredIsThereAgainAndALineThatWasCutIsNot() throws IOException {
    Path file = directory.resolve("below/measured.jsonl");
    JsonLines<Measured> written = JsonLines.open(file, Measured.class);
    written.add(measured(1));
    written.add(measured(2));
    Files.writeString(file, "{\"round\":3,", StandardOpenOption.APPEND);

    JsonLines<Measured> read = JsonLines.open(file, Measured.class);
    assertThat(read.all()).containsExactly(measured(1), measured(2));
    read.add(measured(3));
    assertThat(JsonLines.open(file, Measured.class).all()).hasSize(3);
  }

  @Test
  void whatIsNotKeptIsGoneFromTheFileToo() throws IOException {
    Path file = directory.resolve("measured.jsonl");
    JsonLines<Measured> lines = JsonLines.open(file, Measured.class);
    lines.add(measured(1));
    lines.add(measured(2));
    lines.keep(one -> one.round() == 1);
    assertThat(lines.all()).containsExactly(measured(1));
    assertThat(JsonLines.open(file, Measured.class).all()).containsExactly(measured(1));
  }

  @Test
  void aLineThatIsNoMeasurementIsShown() throws IOException {
    Path file = directory.resolve("measured.jsonl");
    Files.writeString(file, "nonsense\n");
    assertThatThrownBy(() -> JsonLines.open(file, Measured.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nonsense");
  }

  private static Measured measured(int round) {
    return new Measured(round, Map.of("rate", 12.5));
  }
}
