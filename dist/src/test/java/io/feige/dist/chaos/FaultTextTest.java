package io.feige.dist.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.dist.chaos.Fault.Way;
import io.feige.dist.cli.CliException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultTextTest {
  private static final Set<String> PROCESSES = Set.of("admin-1", "node-1", "node-2");

  private final FaultText texts = new FaultText(PROCESSES, Set.of("pair-1"));

  @Test
  void whatAReportTellsCanBeDoneAgain() {
    List<Fault> faults =
        List.of(
            new Fault.Kill(List.of("node-1", "node-2"), Duration.ofMillis(1250)),
            new Fault.Pause("node-1", Duration.ofSeconds(30)),
            new Fault.Cut(
                List.of(new Way("node-1", "node-2"), new Way("node-2", "admin-1")),
                Duration.ofMillis(200)),
            new Fault.Restart("node-2"),
            new Fault.Switch("pair-1"),
            new Fault.BusyDisk(Duration.ofSeconds(3)));

    String report = String.join("; ", faults.stream().map(Fault::words).toList());

    assertThat(texts.round(report)).isEqualTo(faults);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          kill node-3 5s           | there is no process 'node-3', only admin-1, node-1, node-2
          kill node-1              | has 2 words, not 3
          pause node-1 soon        | 'soon' is not a duration
          cut node-1 5s            | 'node-1' is no direction
          switch pair-9            | there is no pair 'pair-9', only pair-1
          burn node-1              | 'burn node-1' is no fault
          kill node-1 5s;          | '' is no fault
          """)
  void saysWhatCannotBeRead(String text, String why) {
    assertThatThrownBy(() -> texts.round(text))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(why);
  }
}
