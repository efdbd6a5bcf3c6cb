package io.feige.dist.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @ParameterizedTest
  @CsvSource({
    "250000,250 us",
    "2500000,2.50 ms",
    "12300000,12.3 ms",
    "4200000000,4.2 s",
    "200000000000,3 min 20 s",
    "7500000000000,2 h 5 min",
    "604800000000000,7 d 0 h"
  })
  void timesHaveTheUnitThatFits(long nanos, String words) {
    assertThat(Human.nanos(nanos)).isEqualTo(words);
  }

  @Test
  void amountsHaveTheirUnits() {
    assertThat(Human.bytes(17)).isEqualTo("17 B");
    assertThat(Human.bytes(1536)).isEqualTo("1.5 KiB");
    assertThat(Human.bytes(2L << 30)).isEqualTo("2.0 GiB");
    assertThat(Human.count(1234567)).isEqualTo("1,234,567");
    assertThat(Human.perSecond(500, 500_000_000)).isEqualTo(1000);
    assertThat(Human.duration(Duration.ZERO)).isEqualTo("none");
  }

  @Test
  void tablesAlignAndPipe() {
    Table table = new Table("A", "LONG").row("wide cell", 1).row("x", 22);

    assertThat(table.text()).isEqualTo("A          LONG\nwide cell  1\nx          22");
    assertThat(table.markdown())
        .isEqualTo("| A | LONG |\n|---|---|\n| wide cell | 1 |\n| x | 22 |");
  }

  @Test
  void progressDrawsNothingBeforeItsTimeAndCleansUpOnlyWhatItDrew() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Progress progress =
        Progress.on(
            new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new ByteArrayOutputStream(),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                true));

    progress.show(() -> "early");
    progress.end();

    assertThat(err.size()).isZero();
  }

  @Test
  void aBrokenPipeIsKnownThroughItsWrappers() {
    Throwable wrapped =
        new CompletionException(new UncheckedIOException(new IOException("Broken pipe")));

    assertThat(Failures.isBrokenPipe(Failures.root(wrapped))).isTrue();
    assertThat(Failures.isBrokenPipe(new IOException("No space left on device"))).isFalse();
  }
}
