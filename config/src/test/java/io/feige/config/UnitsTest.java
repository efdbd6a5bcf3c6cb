package io.feige.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "0,0",
    "17,17",
    "64KiB,65536",
    "1 mib,1048576",
    "2GB,2000000000",
    "1TiB,1099511627776"
  })
  void readsSizes(String text, long bytes) {
    assertThat(Units.bytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"0,0", "400ms,400", "30s,30000", "5 m,300000", "12h,43200000", "7d,604800000"})
  void readsDurations(String text, long millis) {
    assertThat(Units.duration(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "-1", "MiB", "1.5GiB", "5 apples", "999999999999999TiB", "1234567890123456"})
  void refusesWhatIsNoSize(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Units.bytes(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "-5s", "s", "1y", "999999999999999d"})
  void refusesWhatIsNoDuration(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Units.duration(text));
  }

  @Test
  void showsTheLargestWholeUnit() {
    assertThat(Units.showBytes(256 << 20)).isEqualTo("256MiB");
    assertThat(Units.showBytes(1500)).isEqualTo("1500");
    assertThat(Units.showDuration(Duration.ofMillis(1500))).isEqualTo("1500ms");
    assertThat(Units.showDuration(Duration.ofDays(2))).isEqualTo("2d");
  }
}
