package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Power cuts at random moments: what was durable is there, byte for byte, and nothing false is. */
class JournalCrashTest {
  private static final int ROUNDS = 60;

  private final JournalHarness harness = new JournalHarness();
  private long[] next = new long[3];

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void durableFramesSurviveEveryPowerCut(long seed) throws IOException {
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      work(random);
      long durable = harness.journal().durable();
      if (random.nextBoolean()) {
        harness.files.crash(random);
      }
      harness.reopen();
      check(durable);
      assertThat(JournalVerifier.verify(harness.files).damages()).isEmpty();
    }
  }

  private void work(Random random) {
    int steps = random.nextInt(200);
    for (int i = 0; i < steps; i++) {
      harness.append(Frames.random(random, next, i));
      int chance = random.nextInt(12);
      if (chance < 2) {
        harness.journal().force();
      } else if (chance == 2) {
        harness.journal().upkeep();
      } else if (chance == 3 && random.nextInt(4) == 0) {
        harness.snapshotAtDurable();
        harness.journal().removeSegments(new KeepNothing());
      }
    }
  }

  private void check(long durable) {
    long end = harness.journal().end();
    assertThat(end).isGreaterThanOrEqualTo(durable);
    harness.appended.tailMap(end).clear();
    long from = Math.max(0, harness.journal().recovery().snapshotPosition());
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.tailMap(from).keySet());
    harness.replayed.forEach(
        (position, bytes) -> assertThat(bytes).isEqualTo(harness.appended.get(position)));
    next = new long[next.length];
    harness.appended.values().forEach(this::follow);
  }

  private void follow(byte[] bytes) {
    StoredFrame frame = StoredFrame.at(ByteBuffer.wrap(bytes), 0);
    if (frame.recordCount() > 0) {
      next[frame.partition() - 1] = frame.baseOffset() + frame.recordCount();
    }
  }
}
