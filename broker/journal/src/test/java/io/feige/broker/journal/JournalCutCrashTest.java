package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.change.CutReport;
import io.feige.broker.journal.change.JournalCut;
import io.feige.broker.journal.change.SalvagePort;
import io.feige.broker.journal.change.Unfinished;
import io.feige.broker.journal.disk.StorageFile;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.salvage.SalvageLabel;
import io.feige.broker.journal.salvage.SalvageStore;
import io.feige.broker.journal.salvage.SalvageSummary;
import io.feige.broker.journal.tail.FlushedFile;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A cut that is interrupted at each of its steps, by a power cut or by the end of the process. The
 * journal is as before or cut, never anything else, and never cut without salvage.
 */
class JournalCutCrashTest {
  private static final int OFFSETS = 400;

  /** What a power cut leaves is a matter of chance. */
  private static final int TRIES = 4;

  /** One journal with its salvage, and where it is cut. */
  private static final class Trial {
    final Fuse fuse = new Fuse();
    final JournalHarness harness = new JournalHarness(new MemoryFiles(fuse), JournalHarness.SMALL);
    final MemoryFiles salvageFiles = new MemoryFiles(fuse);
    final SalvageStore salvage = new SalvageStore(salvageFiles);
    final long position;
    final long durable;
    final boolean isWiped;

    Trial(int offset, boolean isForced, boolean isWiped) throws IOException {
      harness.appendMessages(1, 0, 200, 200);
      harness.snapshotAtDurable();
      harness.appendMessages(1, 200, OFFSETS - 200, 200);
      harness.upkeep();
      if (isForced) {
        harness.snapshotAtDurable();
      }
      writeBack(FlushedFile.NAME);
      this.position = harness.journal().reader().find(1, offset);
      this.durable = harness.journal().durable();
      this.isWiped = isWiped;
      harness.journal().close();
    }

    /** Systems do that when they like, whether or not somebody asks for it. */
    private void writeBack(String name) throws IOException {
      try (StorageFile file = harness.files.open(name, true)) {
        file.force();
      }
    }

    long target() {
      return isWiped ? 0 : position;
    }

    CutReport cut(long epoch) {
      SalvagePort port =
          salvage.port(new SalvageLabel("pair-1", epoch, epoch, Map.of(1, "orders")));
      return isWiped
          ? JournalCut.wipe(harness.files, position, port)
          : JournalCut.cut(harness.files, position, port);
    }

    /** Whether the cut was done before the fuse blew. */
    boolean cutWithin(int steps) {
      fuse.blowAfter(steps);
      try {
        cut(7);
        return true;
      } catch (PowerCut e) {
        return false;
      }
    }

    /** All that is cut below a position is in salvage, undamaged. */
    void assertSalvaged(long end) throws IOException {
      NavigableMap<Long, byte[]> kept = new TreeMap<>();
      List<SalvageSummary> summaries = salvage.list();
      assertThat(summaries).allMatch(summary -> summary.damage().isEmpty());
      for (SalvageSummary summary : summaries) {
        salvage.frames(
            summary.file(), frame -> kept.put(frame.position(), JournalHarness.bytesOf(frame)));
      }
      NavigableMap<Long, byte[]> expected = harness.appended.subMap(position, true, end, false);
      assertThat(kept.keySet()).containsAll(expected.keySet());
      expected.forEach((at, bytes) -> assertThat(kept.get(at)).isEqualTo(bytes));
    }
  }

  @ParameterizedTest(name = "offset {0}, forced {1}, wiped {2}, power cut {3}")
  @CsvSource({
    "390, true, false, true", "390, false, false, true", "390, true, false, false",
    "250, true, false, true", "250, false, false, true", "250, true, false, false",
    "250, true, true, true", "250, false, true, true", "250, true, true, false",
  })
  void journalIsAsBeforeOrCutWhereverItIsInterrupted(
      int offset, boolean isForced, boolean isWiped, boolean isPowerCut) throws IOException {
    int tries = isPowerCut ? TRIES : 1;
    int step = 0;
    boolean isDone = false;
    while (!isDone) {
      for (int i = 0; i < tries; i++) {
        Trial trial = new Trial(offset, isForced, isWiped);
        isDone = trial.cutWithin(step);
        interrupt(trial, isPowerCut, new SplittableRandom(TRIES * (long) step + i));
        assertAsBeforeOrCut(trial, isDone, isPowerCut);
        repeat(trial);
      }
      step++;
    }
    assertThat(step).isGreaterThan(15);
  }

  private static void interrupt(Trial trial, boolean isPowerCut, RandomGenerator random) {
    for (MemoryFiles files : List.of(trial.harness.files, trial.salvageFiles)) {
      if (isPowerCut) {
        files.crash(random);
      } else {
        files.restart();
      }
    }
  }

  private static void assertAsBeforeOrCut(Trial trial, boolean isDone, boolean isPowerCut)
      throws IOException {
    JournalHarness harness = trial.harness;
    long before = harness.appended.lastKey() + harness.appended.lastEntry().getValue().length;
    long atLeast = isPowerCut ? trial.durable : before;
    assertThat(JournalVerifier.verify(harness.files).isSound()).isTrue();
    long end = harness.reopen().end();
    if (end == trial.target()) {
      trial.assertSalvaged(before);
      assertThat(trial.salvage.list()).hasSize(1);
    } else {
      assertThat(isDone).isFalse();
      assertThat(end).isBetween(atLeast, before);
    }
    long from = Math.max(0, harness.journal().recovery().snapshotPosition());
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.subMap(from, end).keySet());
    assertThat(harness.files.exists(Unfinished.NAME)).isFalse();
  }

  /** The one that went on may have been activated again meanwhile. */
  private static void repeat(Trial trial) throws IOException {
    JournalHarness harness = trial.harness;
    long end = harness.journal().end();
    harness.journal().close();
    if (end > trial.position) {
      trial.cut(8);
      trial.assertSalvaged(end);
    }
    assertThat(harness.reopen().end()).isIn(trial.target(), end);
    harness.appendMessages(1, OFFSETS, 100, 200);
    long forced = harness.journal().force();
    harness.files.crash(new Random(1));
    assertThat(harness.reopen().end()).isEqualTo(forced);
    assertThat(JournalVerifier.verify(harness.files).damages()).isEmpty();
  }
}
