package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.feige.broker.journal.change.CopyResult;
import io.feige.broker.journal.change.CutReport;
import io.feige.broker.journal.change.JournalCut;
import io.feige.broker.journal.change.SalvagePort;
import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.recovery.JournalVerifier;
import io.feige.broker.journal.recovery.VerifyReport;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.broker.journal.snapshot.CopyStart;
import io.feige.broker.journal.snapshot.StoredSnapshot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal that copies one which has lost its beginning, and so begins from its snapshot. */
class JournalJoinTest {
  private static final JournalConfig OTHER = new JournalConfig(100 << 10, 24 << 10, 8 << 10, 0);
  private static final int PART = 700;

  private final JournalHarness source = new JournalHarness();
  private final byte[] state = new byte[3_000];

  @BeforeEach
  void removeBeginning() {
    new Random(1).nextBytes(state);
    source.appendMessages(1, 0, 900, 200);
    source.journal().saveSnapshot(source.journal().force(), ByteBuffer.wrap(new byte[] {1}));
    source.appendMessages(1, 900, 300, 200);
    source.journal().saveSnapshot(source.journal().force(), ByteBuffer.wrap(state));
    source.upkeep();
    source.removeSegments(new KeepNothing());
    source.appendMessages(1, 1_200, 200, 200);
    assertThat(source.journal().start()).isPositive();
  }

  private StoredSnapshot snapshot() {
    return Objects.requireNonNull(source.journal().openSnapshot());
  }

  private CopyStart start() {
    try (StoredSnapshot snapshot = snapshot()) {
      return new CopyStart(source.journal().start(), snapshot.position(), snapshot.bytes());
    }
  }

  private static JournalHarness joiner() {
    return new JournalHarness(new MemoryFiles(), OTHER);
  }

  private CopyResult takeSnapshot(JournalHarness joiner) {
    try (StoredSnapshot snapshot = snapshot()) {
      CopyResult result = CopyResult.DONE;
      for (long at = 0; at < snapshot.bytes() && result.isDone(); at += PART) {
        assertThat(joiner.journal().hasState()).isFalse();
        result = joiner.journal().takeSnapshot(snapshot.part(at, PART));
      }
      return result;
    }
  }

  private void join(JournalHarness joiner) {
    joiner.appended.clear();
    joiner.beginCopy(start());
    assertThat(takeSnapshot(joiner)).isEqualTo(CopyResult.DONE);
    joiner.copyFrom(source.journal(), 2_000);
    joiner.journal().force();
  }

  private void assertJoined(JournalHarness joiner) throws IOException {
    Journal journal = joiner.journal();
    assertThat(journal.isJoining()).isFalse();
    assertThat(journal.start()).isEqualTo(source.journal().start());
    assertThat(journal.end()).isEqualTo(source.journal().end());
    assertThat(journal.newestSnapshot()).isEqualTo(source.journal().newestSnapshot());
    assertThat(JournalHarness.checksum(journal, journal.start()))
        .isEqualTo(JournalHarness.checksum(source.journal(), journal.start()));
    assertThat(journal.reader().find(1, 1_399)).isEqualTo(source.journal().reader().find(1, 1_399));
    assertThat(journal.reader().firstOffset(1)).isEqualTo(source.journal().reader().firstOffset(1));
    VerifyReport report = JournalVerifier.verify(joiner.files);
    assertThat(report.damages()).isEmpty();
    assertThat(report.start()).isEqualTo(source.journal().start());
  }

  @Test
  void journalWithoutBeginningIsCopied() throws IOException {
    JournalHarness joiner = joiner();

    join(joiner);

    assertJoined(joiner);
    assertThat(joiner.snapshotBody).isEqualTo(state);
    assertThat(joiner.appended.keySet())
        .as("what is in the snapshot is not applied")
        .isEqualTo(source.appended.tailMap(source.journal().newestSnapshot()).keySet());
  }

  @Test
  void joinedJournalIsLikeAnyOther() throws IOException {
    JournalHarness joiner = joiner();
    join(joiner);

    joiner.reopen();

    assertJoined(joiner);
    assertThat(joiner.replayedSnapshots).containsExactly(source.journal().newestSnapshot());
    assertThat(joiner.snapshotBody).isEqualTo(state);
    joiner.append(Frames.ofEpoch(9, Frames.message(1, 1_400, 200)));
    joiner.snapshotAtDurable();
    joiner.upkeep();
    assertThat(joiner.removeSegments(new KeepNothing())).isPositive();
    long end = joiner.journal().end();
    assertThat(joiner.reopen().end()).isEqualTo(end);
    assertThat(JournalVerifier.verify(joiner.files).isSound()).isTrue();
  }

  @Test
  void joinedJournalCanBeJoinedFrom() throws IOException {
    JournalHarness first = joiner();
    join(first);
    JournalHarness second = joiner();
    try (StoredSnapshot snapshot = Objects.requireNonNull(first.journal().openSnapshot())) {
      second.beginCopy(
          new CopyStart(first.journal().start(), snapshot.position(), snapshot.bytes()));
      second.journal().takeSnapshot(snapshot.part(0, Integer.MAX_VALUE));
    }
    second.copyFrom(first.journal(), 10_000);
    second.journal().force();

    assertJoined(second);
  }

  @Test
  void journalIsJoiningUntilAllBelowTheSnapshotIsDurable() {
    JournalHarness joiner = joiner();
    joiner.beginCopy(start());
    assertThat(joiner.journal().isJoining()).isTrue();
    assertThat(joiner.journal().end()).isEqualTo(source.journal().start());
    assertThat(joiner.journal().newestSnapshot()).isEqualTo(Journal.NONE);
    takeSnapshot(joiner);
    assertThat(joiner.journal().hasState()).isTrue();
    while (joiner.journal().end() < start().snapshotPosition()) {
      joiner.journal().force();
      assertThat(joiner.journal().isJoining()).isTrue();
      joiner.copyOnce(source.journal(), 500);
    }
    assertThat(joiner.journal().isJoining()).isTrue();
    assertThatThrownBy(
            () -> joiner.journal().saveSnapshot(joiner.journal().durable(), ByteBuffer.allocate(1)))
        .isInstanceOf(IllegalStateException.class);

    joiner.journal().force();

    assertThat(joiner.journal().isJoining()).isFalse();
    assertThat(joiner.journal().newestSnapshot()).isEqualTo(start().snapshotPosition());
  }

  @Test
  void copyThatDidNotReachItsSnapshotLeavesNothingToCut() {
    JournalHarness joiner = joiner();
    joiner.beginCopy(start());
    takeSnapshot(joiner);
    long end = joiner.journal().end();
    joiner.journal().close();
    SalvagePort salvage =
        _ -> {
          throw new IOException("nothing is to be kept");
        };

    CutReport report = JournalCut.wipe(joiner.files, end, salvage);

    assertThat(report).isEqualTo(new CutReport(0, 0, 0, 0));
    assertThat(JournalCut.cut(joiner.files, end, salvage)).isEqualTo(report);
    assertThat(joiner.reopen().end()).isZero();
  }

  @Test
  void snapshotWhereTheJournalBeginsNeedsNoFrames() throws IOException {
    JournalHarness empty = new JournalHarness();
    empty.appendMessages(1, 0, 100, 200);
    long end = empty.journal().force();
    empty.snapshotAtDurable();
    JournalHarness joiner = joiner();
    try (StoredSnapshot snapshot = Objects.requireNonNull(empty.journal().openSnapshot())) {
      joiner.beginCopy(new CopyStart(end, end, snapshot.bytes()));
      joiner.journal().takeSnapshot(snapshot.part(0, Integer.MAX_VALUE));
    }

    assertThat(joiner.journal().isJoining()).isFalse();
    assertThat(joiner.reopen().start()).isEqualTo(end);
    assertThat(joiner.replayedSnapshots).containsExactly(end);
    assertThat(JournalVerifier.verify(joiner.files).isSound()).isTrue();
  }

  @Test
  void damagedSnapshotIsRefusedAndTheJoinBeginsAnew() throws IOException {
    JournalHarness joiner = joiner();
    joiner.beginCopy(start());
    try (StoredSnapshot snapshot = snapshot()) {
      ByteBuffer bytes = ByteBuffer.allocate((int) snapshot.bytes());
      bytes.put(snapshot.part(0, Integer.MAX_VALUE)).flip();
      bytes.put(500, (byte) (bytes.get(500) ^ 4));
      CopyResult result = joiner.journal().takeSnapshot(bytes);
      assertThat(result.cause()).isEqualTo("the snapshot is damaged");
      assertThat(joiner.replayedSnapshots).isEmpty();
      assertThat(joiner.journal().takeSnapshot(ByteBuffer.allocate(1)).kind())
          .isEqualTo(CopyResult.Kind.DAMAGED);
    }
    assertThat(joiner.journal().hasState()).isFalse();

    join(joiner);

    assertJoined(joiner);
  }

  @Test
  void moreThanWasSaidIsRefused() {
    JournalHarness joiner = joiner();
    CopyStart start = start();
    joiner.beginCopy(start);

    ByteBuffer longer = ByteBuffer.allocate((int) start.snapshotBytes() + 1);

    assertThat(joiner.journal().takeSnapshot(longer).cause()).contains("longer than was said");
    assertThat(source.journal().takeSnapshot(longer).cause()).contains("no snapshot is expected");
  }

  @Test
  void framesBeforeTheSnapshotAreRefused() {
    JournalHarness joiner = joiner();
    joiner.beginCopy(start());

    CopyResult result =
        joiner
            .journal()
            .appendCopied(
                source.journal().reader().framesAt(source.journal().start(), 500), f -> {});

    assertThat(result.cause()).isEqualTo("the snapshot has to come first");
  }

  @Test
  void journalWithFramesIsNotReplaced() {
    JournalHarness joiner = joiner();
    joiner.appendMessages(1, 0, 1, 200);

    Throwable refusal = catchThrowable(() -> joiner.beginCopy(start()));

    assertThat(refusal).isInstanceOf(IllegalStateException.class);
    assertThat(joiner.reopen().end()).isPositive();
  }

  @Test
  void fullDiskIsSaidAndTheJoinCanBeginAnew() throws IOException {
    JournalHarness joiner = joiner();
    joiner.beginCopy(start());
    joiner.files.space(100);
    assertThat(takeSnapshot(joiner).kind()).isEqualTo(CopyResult.Kind.FULL);
    assertThat(joiner.journal().isFailed()).isFalse();

    joiner.files.space(Long.MAX_VALUE / 2);
    assertThat(joiner.reopen().end()).isZero();
    join(joiner);

    assertJoined(joiner);
  }

  @Test
  void snapshotStaysReadableWhenNewerOnesReplaceItAndTheJournalIsClosed() {
    try (StoredSnapshot snapshot = snapshot()) {
      for (int i = 0; i < 3; i++) {
        source.append(Frames.message(1, 1_400 + i, 200));
        source.snapshotAtDurable();
      }
      assertThat(source.files.exists(SnapshotHeader.nameOf(snapshot.position()))).isFalse();
      source.journal().close();
      assertThat(snapshot.bytes()).isEqualTo(SnapshotHeader.BYTES + state.length);
      assertThat(snapshot.part(SnapshotHeader.BYTES, 1 << 20)).isEqualTo(ByteBuffer.wrap(state));
      assertThat(snapshot.part(SnapshotHeader.BYTES + 10, 5))
          .isEqualTo(ByteBuffer.wrap(state, 10, 5));
    }
  }

  @Test
  void journalWithoutSnapshotHasNoneToSend() {
    assertThat(joiner().journal().openSnapshot()).isNull();
  }

  @Test
  void verifierSaysThatTheJournalIsBeingCopied() throws IOException {
    JournalHarness joiner = joiner();
    joiner.beginCopy(start());
    takeSnapshot(joiner);
    joiner.copyOnce(source.journal(), 2_000);

    VerifyReport report = JournalVerifier.verify(joiner.files);

    assertThat(report.isSound()).isTrue();
    assertThat(report.frames()).isPositive();
    assertThat(report.notes().getFirst()).contains("the journal is being copied from position");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void joinThatIsInterruptedIsThereOrForgotten(boolean isPowerCut) throws IOException {
    int step = 0;
    boolean isDone = false;
    int forgotten = 0;
    int kept = 0;
    while (!isDone) {
      JournalHarness joiner = joiner();
      joiner.files.fuse().blowAfter(step);
      isDone = joinWithin(joiner);
      Journal interrupted = joiner.journal();
      boolean isSure = isPowerCut ? !interrupted.isJoining() : isUsable(interrupted);
      long survives = isPowerCut ? interrupted.durable() : interrupted.written();
      if (isPowerCut) {
        joiner.files.crash(new SplittableRandom(step));
      }
      Journal again = reopen(joiner);
      if (again.end() == 0) {
        assertThat(isSure && interrupted.start() > 0).as("step %d", step).isFalse();
        assertThat(again.start()).isZero();
        assertThat(joiner.replayedSnapshots).isEmpty();
        forgotten++;
        join(joiner);
      } else {
        assertThat(again.end()).isGreaterThanOrEqualTo(isSure ? survives : 0);
        assertThat(joiner.replayedSnapshots).containsExactly(start().snapshotPosition());
        kept++;
        joiner.copyFrom(source.journal(), 2_000);
        joiner.journal().force();
      }
      assertJoined(joiner);
      step++;
    }
    assertThat(forgotten).isGreaterThan(20);
    assertThat(kept).isGreaterThan(5);
  }

  @Test
  void joinThatIsCompletedAtTheStartIsNotTornByPowerCutThen() throws IOException {
    int step = 0;
    boolean isOpen = false;
    while (!isOpen) {
      JournalHarness joiner = joiner();
      joiner.beginCopy(start());
      takeSnapshot(joiner);
      joiner.copyFrom(source.journal(), 8_000);
      assertThat(joiner.journal().isJoining()).isTrue();
      joiner.files.restart();
      joiner.files.fuse().blowAfter(step);
      isOpen = catchThrowable(() -> reopenWithoutRestart(joiner)) == null;
      joiner.files.crash(new SplittableRandom(step));
      Journal again = reopen(joiner);
      assertThat(isOpen && again.end() < source.journal().end()).isFalse();
      if (again.end() == 0) {
        join(joiner);
      }
      joiner.copyFrom(source.journal(), 8_000);
      joiner.journal().force();
      assertJoined(joiner);
      step++;
    }
    assertThat(step).isGreaterThan(8);
  }

  private static void reopenWithoutRestart(JournalHarness joiner) {
    Journal.open(joiner.files, OTHER, JournalHarness.CLOCK, joiner.collector());
  }

  /** What was written below the snapshot's position may have made a replica in sync. */
  private boolean isUsable(Journal journal) {
    return journal.hasState() && journal.written() >= start().snapshotPosition();
  }

  private boolean joinWithin(JournalHarness joiner) {
    try {
      joiner.beginCopy(start());
      takeSnapshot(joiner);
      int chunks = 0;
      while (joiner.journal().end() < source.journal().end()) {
        joiner.copyOnce(source.journal(), 8_000);
        if (chunks++ % 8 == 7) {
          joiner.journal().force();
        }
      }
      joiner.journal().force();
      return true;
    } catch (PowerCut e) {
      return false;
    }
  }

  private static Journal reopen(JournalHarness joiner) throws IOException {
    joiner.files.restart();
    assertThat(JournalVerifier.verify(joiner.files).isSound()).isTrue();
    return joiner.reopen();
  }
}
