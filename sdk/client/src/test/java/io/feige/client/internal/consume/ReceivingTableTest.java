package io.feige.client.internal.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.client.internal.consume.ReceivingSimulation.Outcome;
import io.feige.client.internal.consume.ReceivingSimulation.Setting;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Handlers work nearly all the time however far the pair is, and hold nothing for long that others
 * could do meanwhile.
 */
final class ReceivingTableTest {
  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SLOW = 100 * MILLI;
  private static final long FAR = 200 * MILLI;

  static Stream<Setting> settings() {
    return LongStream.of(20 * MICRO, MILLI, 20 * MILLI, SLOW, 5 * SLOW)
        .boxed()
        .flatMap(handler ->
            LongStream.of(200 * MICRO, 2 * MILLI, 20 * MILLI, FAR)
                .boxed()
                .flatMap(trip ->
                    LongStream.of(0, 10 * MILLI, SLOW)
                        .boxed()
                        .flatMap(stall -> settings(handler, trip, stall))));
  }

  private static Stream<Setting> settings(long handler, long trip, long stall) {
    return Stream.of(1, 2, 5)
        .flatMap(consumers ->
            Stream.of(1, 2).map(attempt -> new Setting(consumers, handler, trip, stall, attempt)));
  }

  @ParameterizedTest
  @MethodSource("settings")
  void handlerHardlyWaits(Setting setting) {
    Outcome outcome = ReceivingSimulation.endless(setting, 2_000 * MILLI, 4_000 * MILLI);

    assertThat(outcome.busyShare()).isGreaterThan(leastShare(setting));
    if (setting.handlerNanos() >= SLOW) {
      assertThat(outcome.claimedMost()).as("what others could do meanwhile").isZero();
    }
  }

  /** A slow one waits for a round trip before each message, so as to keep none from others. */
  private static double leastShare(Setting setting) {
    if (setting.handlerNanos() >= SLOW) {
      double alone = setting.handlerNanos();
      return 0.95 * alone / (alone + setting.roundTripNanos());
    }
    // A far process that is not run for half of the time takes long to find out how fast it is.
    boolean isWorst = setting.roundTripNanos() == FAR && setting.stallNanos() == SLOW;
    if (isWorst) {
      return 0.2;
    }
    // What comes again is claimed once it is here, and half a second's worth at most.
    return setting.roundTripNanos() == FAR && setting.attempt() > 1 ? 0.75 : 0.99;
  }

  @ParameterizedTest
  @MethodSource("settings")
  void nobodyIsIdleForLongWhileOthersHaveWork(Setting setting) {
    Outcome outcome = ReceivingSimulation.burst(setting, 4_000 * MILLI);

    assertThat(outcome.idleNanos()).isLessThan(1_000 * MILLI + 2 * setting.roundTripNanos());
    assertThat(outcome.claimedMost() * setting.handlerNanos())
        .as("what nobody gets before its lease ends if this process dies")
        .isLessThan(600 * MILLI);
  }
}
