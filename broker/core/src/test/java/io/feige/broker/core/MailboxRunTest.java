package io.feige.broker.core;

import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class MailboxRunTest {
  private static final int STEPS = 400;

  static LongStream seeds() {
    return LongStream.range(0, Long.getLong("feige.mailbox.seeds", 300));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatWasConfirmedIsInTheMailboxOrWasDroppedByTheCap(long seed) {
    new MailboxRun(seed).play(STEPS);
  }
}
