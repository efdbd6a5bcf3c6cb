package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.journal.change.CutReport;
import io.feige.broker.journal.change.JournalCut;
import io.feige.broker.journal.change.SalvagePort;
import io.feige.broker.journal.change.Unfinished;
import io.feige.broker.journal.fault.JournalCorruptException;
import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.fault.JournalLockedException;
import io.feige.broker.journal.fault.NoSpaceException;
import io.feige.broker.journal.format.SegmentHeader;
import io.feige.broker.journal.format.SnapshotHeader;
import io.feige.broker.journal.recovery.JournalVerifier;
import java.io.IOException;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Taking away the end of a journal, or all of it. */
class JournalCutTest {
  private final JournalHarness harness = new JournalHarness();
  private final MemorySalvage salvage = new MemorySalvage();

  private CutReport cut(long position) {
    harness.journal().close();
    CutReport report = JournalCut.cut(harness.files, position, salvage);
    harness.reopen();
    return report;
  }

  private CutReport wipe(long agreed) {
    harness.journal().close();
    CutReport report = JournalCut.wipe(harness.files, agreed, salvage);
    harness.reopen();
    return report;
  }

  private long positionOf(int offset) {
    return harness.journal().reader().find(1, offset);
  }

  /** Segments at the beginning go, so that a snapshot is needed to know the state. */
  private void removeBeginning() {
    harness.snapshotAtDurable();
    harness.appendMessages(1, 1_000, 300, 200);
    harness.snapshotAtDurable();
    harness.upkeep();
    harness.removeSegments(new KeepNothing());
    assertThat(harness.journal().start()).isPositive();
  }

  private void assertCutAt(long position, CutReport report) throws IOException {
    assertThat(report.end()).isEqualTo(position);
    assertThat(harness.journal().end()).isEqualTo(position);
    assertThat(harness.journal().durable()).isEqualTo(position);
    TreeMap<Long, byte[]> beyond = new TreeMap<>(harness.appended.tailMap(position));
    assertThat(salvage.kept.keySet()).isEqualTo(beyond.keySet());
    beyond.forEach((at, bytes) -> assertThat(salvage.kept.get(at)).isEqualTo(bytes));
    assertThat(report.frames()).isEqualTo(beyond.size());
    assertThat(report.bytes()).isEqualTo(beyond.values().stream().mapToLong(b -> b.length).sum());
    long from = Math.max(harness.journal().start(), harness.journal().newestSnapshot());
    assertThat(harness.replayed.keySet())
        .isEqualTo(harness.appended.subMap(from, position).keySet());
    assertThat(JournalVerifier.verify(harness.files).damages()).isEmpty();
    assertThat(harness.files.exists(Unfinished.NAME)).isFalse();
  }

  @Test
  void endOfTheLastSegmentIsCut() throws IOException {
    harness.appendMessages(1, 0, 1_000, 200);
    harness.journal().force();
    long position = positionOf(990);

    assertCutAt(position, cut(position));
  }

  @Test
  void journalGoesOnWhereItWasCut() throws IOException {
    harness.appendMessages(1, 0, 1_000, 200);
    long position = positionOf(990);
    cut(position);
    harness.appended.tailMap(position).clear();

    harness.appendMessages(1, 990, 500, 300);
    long end = harness.journal().force();

    assertThat(harness.reopen().end()).isEqualTo(end);
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
    assertThat(JournalVerifier.verify(harness.files).damages()).isEmpty();
  }

  @Test
  void manySegmentsAreCutWithTheirIndexesAndSnapshots() throws IOException {
    harness.appendMessages(1, 0, 300, 200);
    long snapshot = harness.journal().force();
    harness.snapshotAtDurable();
    harness.appendMessages(1, 300, 1_000, 200);
    harness.snapshotAtDurable();
    harness.upkeep();
    long position = positionOf(500);

    assertCutAt(position, cut(position));

    assertThat(harness.journal().newestSnapshot()).isEqualTo(snapshot);
    assertThat(harness.files.list())
        .filteredOn(name -> name.endsWith(".seg") || name.endsWith(".idx"))
        .allMatch(name -> name.compareTo("%020d".formatted(position)) < 0);
  }

  @Test
  void cutWhereSegmentBeginsReopensTheOneBefore() throws IOException {
    harness.appendMessages(1, 0, 1_000, 200);
    harness.upkeep();
    String third =
        harness.files.list().stream()
            .filter(name -> name.endsWith(".seg"))
            .sorted()
            .skip(2)
            .findFirst()
            .orElseThrow();
    long position = SegmentHeader.positionIn(third, SegmentHeader.SUFFIX);

    assertCutAt(position, cut(position));

    assertThat(harness.files.exists(third)).isFalse();
    harness.append(Frames.message(1, 700, 200));
    assertThat(harness.reopen().end()).isGreaterThan(position);
  }

  @Test
  void whatWasOnlyWrittenBelowThePositionIsDurableAfterwards() throws IOException {
    harness.appendMessages(1, 0, 100, 200);
    long position = positionOf(90);
    assertThat(harness.journal().durable()).isZero();
    harness.journal().close();

    JournalCut.cut(harness.files, position, salvage);
    harness.files.crash(new Random(3));

    assertThat(harness.reopen().end()).isEqualTo(position);
  }

  @Test
  void nothingIsCutAtTheEnd() throws IOException {
    harness.appendMessages(1, 0, 100, 200);
    long end = harness.journal().end();

    assertCutAt(end, cut(end));

    assertThat(salvage.cuts).isZero();
  }

  @Test
  void cutAtTheBeginningEmptiesTheJournal() throws IOException {
    harness.appendMessages(1, 0, 1_000, 200);

    assertCutAt(0, cut(0));

    harness.appended.clear();
    harness.appendMessages(1, 0, 10, 200);
    assertThat(harness.reopen().reader().find(1, 9)).isPositive();
  }

  @Test
  void journalWithoutItsBeginningIsCutBehindSnapshot() throws IOException {
    harness.appendMessages(1, 0, 1_000, 200);
    removeBeginning();
    harness.appendMessages(1, 1_300, 300, 200);
    long position = positionOf(1_400);

    assertCutAt(position, cut(position));

    assertThat(harness.journal().start()).isPositive();
  }

  @Test
  void whatCouldNotBeRestoredFromAnySnapshotGoesAltogether() {
    harness.appendMessages(1, 0, 1_000, 200);
    removeBeginning();
    long position = harness.appended.higherKey(harness.journal().start());

    CutReport report = cut(position);

    assertThat(report.end()).isZero();
    assertThat(report.position()).isEqualTo(position);
    assertThat(salvage.kept.keySet()).isEqualTo(harness.appended.tailMap(position).keySet());
    assertThat(harness.journal().start()).isZero();
    assertThat(harness.journal().end()).isZero();
    assertThat(harness.replayed).isEmpty();
  }

  @Test
  void snapshotThatWouldBeNeededMustBeWhole() {
    harness.appendMessages(1, 0, 1_000, 200);
    removeBeginning();
    harness.appendMessages(1, 1_300, 300, 200);
    harness.files.list().stream()
        .filter(name -> name.endsWith(SnapshotHeader.SUFFIX))
        .forEach(name -> harness.files.file(name).flipBit(70, 1));

    assertThat(cut(positionOf(1_400)).end()).isZero();
  }

  @Test
  void wipedJournalIsEmptyAndTheRestIsInSalvage() {
    harness.appendMessages(1, 0, 1_000, 200);
    removeBeginning();
    long agreed = positionOf(1_200);

    CutReport report = wipe(agreed);

    assertThat(report.end()).isZero();
    assertThat(salvage.kept.keySet()).isEqualTo(harness.appended.tailMap(agreed).keySet());
    assertThat(harness.journal().start()).isZero();
    assertThat(harness.journal().end()).isZero();
    assertThat(harness.journal().newestSnapshot()).isEqualTo(Journal.NONE);
  }

  @Test
  void wipeKeepsWhatThereIsOfWhatWasNotAgreed() {
    harness.appendMessages(1, 0, 1_000, 200);
    removeBeginning();
    long start = harness.journal().start();

    CutReport report = wipe(0);

    assertThat(report.position()).isEqualTo(start);
    assertThat(salvage.kept.keySet()).isEqualTo(harness.appended.tailMap(start).keySet());
  }

  @Test
  void wipeAtTheEndKeepsNothing() {
    harness.appendMessages(1, 0, 100, 200);

    assertThat(wipe(harness.journal().end()).bytes()).isZero();

    assertThat(salvage.cuts).isZero();
    assertThat(harness.journal().end()).isZero();
  }

  @Test
  void emptyJournalCanBeWiped() {
    assertThat(wipe(0)).isEqualTo(new CutReport(0, 0, 0, 0));
  }

  @Test
  void onlyFramesCanBeCutFromOneAnother() {
    harness.appendMessages(1, 0, 1_000, 200);
    long end = harness.journal().end();
    long second = harness.appended.higherKey(0L);
    harness.journal().close();
    for (long position : new long[] {second + 1, end - 1, end + 1}) {
      assertThatThrownBy(() -> JournalCut.cut(harness.files, position, salvage))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("no frame begins at " + position);
      assertThatThrownBy(() -> JournalCut.wipe(harness.files, position, salvage))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(salvage.cuts).isZero();
    assertThat(harness.reopen().end()).isEqualTo(end);
  }

  @Test
  void openJournalIsNotCut() {
    harness.appendMessages(1, 0, 10, 200);

    assertThatThrownBy(() -> JournalCut.cut(harness.files, 0, salvage))
        .isInstanceOf(JournalLockedException.class);
  }

  @Test
  void damagedJournalIsNotCut() {
    harness.appendMessages(1, 0, 1_000, 200);
    harness.journal().force();
    long position = positionOf(500);
    harness.flipBit(positionOf(700), 100);
    harness.journal().close();

    assertThatThrownBy(() -> JournalCut.cut(harness.files, position, salvage))
        .isInstanceOf(JournalCorruptException.class);
    assertThat(salvage.cuts).isZero();
  }

  @Test
  void nothingIsCutWhenThereIsNoRoomForSalvage() {
    harness.appendMessages(1, 0, 100, 200);
    long end = harness.journal().end();
    SalvagePort full =
        cut -> {
          throw new NoSpaceException("no space left");
        };
    harness.journal().close();

    assertThatThrownBy(() -> JournalCut.cut(harness.files, 0, full))
        .isInstanceOf(JournalFullException.class);
    assertThatThrownBy(() -> JournalCut.wipe(harness.files, 0, full))
        .isInstanceOf(JournalFullException.class);

    assertThat(harness.reopen().end()).isEqualTo(end);
  }
}
