package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.internal.consume.ReceivingSimulation.Outcome;
import io.feige.client.internal.consume.ReceivingSimulation.Setting;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A handler whose pair is near works nearly all the time, whatever a message takes. */
final class ReceivingTableTest {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SLOW = 100 * MILLI;

  static Stream<Setting> settings() {
    return LongStream.of(20 * MICRO, MILLI, 20 * MILLI, SLOW, 5 * SLOW)
        .boxed()
        .flatMap(handler ->
            LongStream.of(200 * MICRO, 2 * MILLI)
                .boxed()
                .flatMap(trip ->
                    LongStream.of(0, 10 * MILLI, 100 * MILLI)
                        .mapToObj(stall -> new Setting(handler, trip, stall))));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void handlerHardlyWaits(Setting setting) {
    Outcome outcome = new ReceivingSimulation(setting).run(2_000 * MILLI, 4_000 * MILLI);

    assertThat(outcome.busyShare()).isGreaterThan(0.9);
    if (setting.handlerNanos() >= SLOW) {
      assertThat(outcome.claimedMost()).as("what others could do meanwhile").isZero();
    }
  }
}
