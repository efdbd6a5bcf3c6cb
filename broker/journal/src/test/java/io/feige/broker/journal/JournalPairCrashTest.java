package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.change.CutReport;
import io.feige.broker.journal.change.JournalCut;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two journals that take turns in making frames and copying them, with power cuts of either at any
 * time. Whichever reaches further goes on, the other is cut to what both have.
 */
class JournalPairCrashTest {
  private static final int ROUNDS = 40;
  private static final JournalConfig OTHER = new JournalConfig(100 << 10, 24 << 10, 8 << 10, 0);

  private final JournalHarness left = new JournalHarness();
  private final JournalHarness right = new JournalHarness(new MemoryFiles(), OTHER);
  private final long[] next = new long[3];
  private long epoch;
  private Random random = new Random();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void neitherIsEverRefusedAndNothingDurableIsLost(long seed) throws IOException {
    random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      long ahead = reach(left) - reach(right);
      boolean leftLeads = ahead == 0 ? random.nextBoolean() : ahead > 0;
      JournalHarness active = leftLeads ? left : right;
      JournalHarness standby = leftLeads ? right : left;
      agree(active, standby);
      follow(active);
      epoch++;
      work(active, standby);
      for (JournalHarness each : List.of(left, right)) {
        interrupt(each);
      }
    }
  }

  /** Who has the last frame of the highest epoch, and then the longer journal, reaches further. */
  private static long reach(JournalHarness of) {
    if (of.appended.isEmpty()) {
      return 0;
    }
    StoredFrame last = StoredFrame.at(ByteBuffer.wrap(of.appended.lastEntry().getValue()), 0);
    return (last.epoch() << 32) + of.journal().end();
  }

  private void agree(JournalHarness active, JournalHarness standby) {
    long agreed = agreed(active.appended, standby.appended);
    TreeMap<Long, byte[]> beyond = new TreeMap<>(standby.appended.tailMap(agreed));
    if (beyond.isEmpty()) {
      return;
    }
    standby.journal().close();
    MemorySalvage salvage = new MemorySalvage();
    CutReport report = JournalCut.cut(standby.files, agreed, salvage);
    standby.appended.tailMap(agreed).clear();
    standby.reopen();
    assertThat(report.frames()).isEqualTo(beyond.size());
    assertThat(standby.journal().end()).isEqualTo(report.end()).isIn(agreed, 0L);
    assertSame(salvage.kept, beyond);
  }

  private static long agreed(Map<Long, byte[]> one, Map<Long, byte[]> other) {
    long agreed = 0;
    for (Map.Entry<Long, byte[]> frame : one.entrySet()) {
      if (!Arrays.equals(frame.getValue(), other.get(frame.getKey()))) {
        break;
      }
      agreed = frame.getKey() + frame.getValue().length;
    }
    return agreed;
  }

  private static void assertSame(Map<Long, byte[]> found, Map<Long, byte[]> expected) {
    assertThat(found.keySet()).isEqualTo(expected.keySet());
    found.forEach((position, bytes) -> assertThat(bytes).isEqualTo(expected.get(position)));
  }

  private void work(JournalHarness active, JournalHarness standby) {
    int steps = random.nextInt(150);
    for (int i = 0; i < steps; i++) {
      active.append(Frames.ofEpoch(epoch, Frames.random(random, next, i)));
      housekeep(active);
      boolean isBehind = standby.journal().end() < active.journal().written();
      if (isBehind && random.nextInt(3) == 0) {
        standby.copyOnce(active.journal(), 1 + random.nextInt(20_000));
        housekeep(standby);
      }
    }
  }

  private void housekeep(JournalHarness of) {
    int chance = random.nextInt(16);
    if (chance < 2) {
      of.journal().force();
    } else if (chance == 2) {
      of.journal().upkeep();
    } else if (chance == 3 && random.nextInt(4) == 0) {
      of.snapshotAtDurable();
    }
  }

  private void interrupt(JournalHarness of) throws IOException {
    long durable = of.journal().durable();
    int chance = random.nextInt(3);
    if (chance == 0) {
      return;
    }
    if (chance == 1) {
      durable = of.journal().written();
      of.files.restart();
    } else {
      of.files.crash(random);
    }
    assertThat(JournalVerifier.verify(of.files).isSound()).isTrue();
    of.reopen();
    check(of, durable);
  }

  private static void check(JournalHarness of, long survives) {
    long end = of.journal().end();
    assertThat(end).isGreaterThanOrEqualTo(survives);
    of.appended.tailMap(end).clear();
    long from = Math.max(0, of.journal().recovery().snapshotPosition());
    assertSame(of.replayed, of.appended.tailMap(from));
  }

  /** Offsets go on where the active's journal ends. */
  private void follow(JournalHarness active) {
    Arrays.fill(next, 0);
    for (byte[] bytes : active.appended.values()) {
      StoredFrame frame = StoredFrame.at(ByteBuffer.wrap(bytes), 0);
      if (frame.recordCount() > 0) {
        next[frame.partition() - 1] = frame.baseOffset() + frame.recordCount();
      }
    }
  }
}
