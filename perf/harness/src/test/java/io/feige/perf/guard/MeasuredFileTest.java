package io.feige.perf.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasuredFileTest {
  private static final Row ROW = Row.ALL.get(0);

  @TempDir private Path directory;

  @Test
  void whatWasMeasuredIsThereAgainAndALineThatWasCutIsNot() throws IOException {
    Path file = directory.resolve("below/measured.jsonl");
    MeasuredFile written = MeasuredFile.open(file);
    written.add(measured(1));
    written.add(measured(2));
    Files.writeString(file, "{\"round\":3,", StandardOpenOption.APPEND);

    MeasuredFile read = MeasuredFile.open(file);
    assertThat(read.all()).containsExactly(measured(1), measured(2));
    assertThat(read.has(2, true, ROW)).isTrue();
    assertThat(read.has(2, false, ROW)).isFalse();
    read.add(measured(3));
    assertThat(MeasuredFile.open(file).all()).hasSize(3);
  }

  @Test
  void aLineThatIsNoMeasurementIsShown() throws IOException {
    Path file = directory.resolve("measured.jsonl");
    Files.writeString(file, "nonsense\n");
    assertThatThrownBy(() -> MeasuredFile.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nonsense");
  }

  private static Measured measured(int round) {
    return new Measured(round, true, ROW.name(), Map.of(Row.Metric.RATE, 12.5), 1.5, 0.01);
  }
}
