package io.feige.dist.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.client.StartFrom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ConvertersTest {
  @ParameterizedTest
  @CsvSource({"250us,PT0.00025S", "200ms,PT0.2S", "2s,PT2S", "5m,PT5M", "1h,PT1H", "7d,PT168H"})
  void durationsHaveUnits(String text, Duration expected) {
    assertThat(new DurationConverter().convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2", "-1s", "2 weeks", "1.5s", "99999999999s"})
  void otherDurationsAreRefused(String text) {
    assertThatThrownBy(() -> new DurationConverter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }

  @ParameterizedTest
  @CsvSource({"128,128", "1B,1", "4KiB,4096", "4k,4096", "64MiB,67108864", "2GiB,2147483648"})
  void sizesHaveUnits(String text, long expected) {
    assertThat(new ByteSizeConverter().convert(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "KiB", "-1", "1.5MiB", "1XiB", "999999999999TiB"})
  void otherSizesAreRefused(String text) {
    assertThatThrownBy(() -> new ByteSizeConverter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }

  @Test
  void placesAreNamesOffsetsAndTimes() {
    PlaceConverter places = new PlaceConverter();

    assertThat(places.convert("Earliest")).isEqualTo(StartFrom.earliest());
    assertThat(places.convert("latest")).isEqualTo(StartFrom.latest());
    assertThat(places.convert("17")).isEqualTo(StartFrom.offset(17));
    assertThat(places.convert("2026-11-21T08:00:00Z"))
        .isEqualTo(StartFrom.time(Instant.parse("2026-11-21T08:00:00Z")));
    assertThat(places.convert("10m").kind()).isEqualTo(StartFrom.Kind.TIME);
    assertThat(places.convert("10m").value())
        .isLessThanOrEqualTo(Instant.now().minusSeconds(600).toEpochMilli());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "-1", "2026-11-21", "12 parsecs"})
  void otherPlacesAreRefused(String text) {
    assertThatThrownBy(() -> new PlaceConverter().convert(text))
        .isInstanceOf(TypeConversionException.class);
  }
}
