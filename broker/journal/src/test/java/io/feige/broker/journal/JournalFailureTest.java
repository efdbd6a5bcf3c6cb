package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.journal.append.FrameDraft;
import io.feige.broker.journal.fault.JournalFailedException;
import io.feige.broker.journal.fault.JournalFullException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class JournalFailureTest {
  private final JournalHarness harness = new JournalHarness();

  @Test
  void failedFsyncEndsTheJournalForGood() {
    harness.appendMessages(1, 0, 10, 200);
    harness.files.failForceAfter(0);
    assertThatThrownBy(harness.journal()::force)
        .isInstanceOf(JournalFailedException.class)
        .hasMessageContaining("the disk does not answer");

    harness.files.failForceAfter(Integer.MAX_VALUE);
    assertThat(harness.journal().isFailed()).isTrue();
    assertThat(harness.journal().durable()).isZero();
    assertRefusesEverything();
  }

  @Test
  void whatFailedFsyncLeftInMemoryIsReallyDurableAfterReopening() {
    harness.appendMessages(1, 0, 10, 200);
    harness.journal().force();
    harness.appendMessages(1, 10, 10, 200);
    harness.files.failForceAfter(0);
    assertThatThrownBy(harness.journal()::force).isInstanceOf(JournalFailedException.class);

    long end = harness.reopen().end();
    for (int seed = 0; seed < 5; seed++) {
      harness.files.crash(new Random(seed));
      assertThat(harness.reopen().end()).isEqualTo(end);
    }
  }

  @Test
  void failedWriteEndsTheJournalForGood() {
    harness.journal().append(Frames.message(1, 0, 100));
    harness.files.failWriteAfter(0);
    assertThatThrownBy(harness.journal()::write).isInstanceOf(JournalFailedException.class);

    harness.files.failWriteAfter(Integer.MAX_VALUE);
    assertRefusesEverything();
  }

  @Test
  void failedFsyncOfSealedSegmentEndsTheJournal() {
    harness.appendMessages(1, 0, 200, 200);
    harness.files.failForceAfter(0);
    assertThatThrownBy(() -> harness.appendMessages(1, 200, 200, 200))
        .isInstanceOf(JournalFailedException.class);
    assertRefusesEverything();
  }

  private void assertRefusesEverything() {
    Journal journal = harness.journal();
    assertRefused(journal::force);
    assertRefused(() -> journal.reserve(100));
    assertRefused(() -> journal.append(Frames.message(1, 10, 100)));
    assertRefused(() -> journal.removeSegments(new KeepNothing()));
    assertRefused(() -> journal.saveSnapshot(0, ByteBuffer.allocate(1)));
    assertRefused(journal::upkeep);
    assertThat(journal.upkeepDue()).isFalse();
  }

  private static void assertRefused(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(JournalFailedException.class)
        .hasMessageContaining("failed before");
  }

  @Test
  void fullDiskIsNoticedBeforeAnythingIsAppended() {
    harness.files.space(0);
    long end = fill(200);

    assertThat(harness.journal().reserve(300)).isFalse();
    assertThat(harness.journal().isFailed()).isFalse();
    assertThat(harness.journal().end()).isEqualTo(end);
    assertThat(harness.journal().force()).isEqualTo(end);
    assertThat(harness.journal().reader().find(1, 10)).isNotEqualTo(Journal.NONE);
  }

  @Test
  void fullDiskIsNoObstacleOnceThereIsRoomAgain() {
    harness.files.space(0);
    fill(200);
    harness.files.space(1 << 20);

    harness.appendMessages(1, 1_000, 500, 200);
    harness.journal().force();
    harness.reopen();

    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
  }

  @Test
  void whatCannotBeWrittenForWantOfRoomWaitsAndNothingMoreIsTakenMeanwhile() {
    Journal journal = harness.journal();
    harness.appendMessages(1, 0, 10, 200);
    long before = journal.force();
    List<FrameDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      drafts.add(Frames.message(1, 10 + i, i % 2 == 0 ? 200 : 6_000));
    }
    List<Long> positions = drafts.stream().map(journal::append).toList();
    harness.files.copyOnWrite();
    harness.files.space(0);

    journal.write();
    journal.write();

    assertThat(journal.written()).isEqualTo(before);
    assertThat(journal.isFailed()).isFalse();
    assertThat(journal.reserve(100)).isFalse();
    assertThat(journal.hasRoomFor(100)).isFalse();
    assertThat(journal.force()).isEqualTo(before);

    // Whoever lent the batches has them back, and does something else with them.
    drafts.forEach(draft -> overwrite(draft.batch()));
    harness.files.space(1 << 20);
    journal.write();

    assertThat(journal.written()).isEqualTo(journal.end());
    assertThat(journal.reserve(100)).isTrue();
    positions.forEach(position -> harness.remember(journal.reader().frameAt(position)));
    journal.force();
    harness.reopen();
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
    assertThat(harness.replayed).hasSize(22);
  }

  @Test
  void aCrashBeforeThereIsRoomLosesOnlyWhatWasNeverWritten() {
    Journal journal = harness.journal();
    harness.appendMessages(1, 0, 10, 200);
    long before = journal.force();
    journal.append(Frames.message(1, 10, 200));
    harness.files.copyOnWrite();
    harness.files.space(0);
    journal.write();
    assertThat(journal.end()).isGreaterThan(before);

    harness.files.space(1 << 20);
    assertThat(harness.reopen().end()).isEqualTo(before);
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
  }

  @Test
  void whatWasWrittenInPartIsWrittenAsAWholeOnceThereIsRoom() {
    Journal journal = harness.journal();
    harness.appendMessages(1, 0, 10, 200);
    long before = journal.force();
    List<FrameDraft> drafts = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      drafts.add(Frames.message(1, 10 + i, 6_000));
    }
    List<Long> positions = new ArrayList<>(drafts.stream().map(journal::append).toList());
    harness.files.copyOnWrite();
    harness.files.space(0);
    harness.files.roomToOverwrite(3);
    journal.write();
    assertThat(journal.written()).isEqualTo(before);

    // The rest of a decision that had begun before.
    FrameDraft rest = Frames.message(1, 16, 6_000);
    positions.add(journal.append(rest));
    journal.write();
    assertThat(journal.written()).isEqualTo(before);
    drafts.forEach(draft -> overwrite(draft.batch()));
    overwrite(rest.batch());
    harness.files.space(1 << 20);
    journal.write();

    positions.forEach(position -> harness.remember(journal.reader().frameAt(position)));
    journal.force();
    harness.reopen();
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
    assertThat(harness.replayed).hasSize(17);
  }

  @Test
  void segmentIsNotSealedOverWhatWaitsForRoom() {
    Journal journal = harness.journal();
    while (journal.end() < 60_000) {
      harness.append(Frames.message(1, harness.appended.size(), 200));
    }
    harness.upkeep();
    long waits = journal.append(Frames.message(1, harness.appended.size(), 200));
    harness.files.copyOnWrite();
    harness.files.space(0);
    journal.write();
    FrameDraft next = Frames.message(1, harness.appended.size() + 1, 7_000);

    assertThatThrownBy(() -> journal.append(next))
        .isInstanceOf(JournalFullException.class)
        .hasMessageContaining("waits to be written");

    harness.files.space(1 << 20);
    journal.write();
    harness.remember(journal.reader().frameAt(waits));
    harness.append(next);
    journal.force();
    harness.reopen();
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
  }

  private static void overwrite(ByteBuffer bytes) {
    for (int i = bytes.position(); i < bytes.limit(); i++) {
      bytes.put(i, (byte) 0xEE);
    }
  }

  @Test
  void restartOnFullDiskReadsEverythingAndTakesNothing() {
    harness.files.space(0);
    fill(200);

    harness.reopen();

    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
    assertThat(harness.journal().reserve(1_000)).isFalse();
  }

  @Test
  void reservedBytesAreTakenWhateverHappensToTheDisk() {
    // Two frames of which one fits the open segment and one does not.
    while (harness.journal().end() < (64 << 10) - 1_500) {
      harness.append(Frames.settle(1, 100));
    }
    assertThat(harness.journal().reserve(2 * 1_072)).isTrue();
    harness.files.space(0);

    harness.append(Frames.settle(1, 1_000));
    harness.append(Frames.settle(1, 1_000));

    assertThat(harness.files.list().stream().filter(n -> n.endsWith(".seg"))).hasSize(2);
    assertThat(harness.reopen().end()).isEqualTo(harness.journal().end());
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
  }

  @Test
  void indexThatFindsNoRoomIsStoredLater() {
    harness.appendMessages(1, 0, 500, 200);
    harness.files.space(10);
    assertThat(harness.journal().upkeep()).isPositive();
    assertThat(harness.journal().isFailed()).isFalse();
    assertThat(harness.journal().reader().find(1, 17)).isNotEqualTo(Journal.NONE);

    harness.files.space(1 << 20);
    harness.upkeep();
    assertThat(harness.files.exists("00000000000000000000.idx")).isTrue();
  }

  private long fill(int batchBytes) {
    long offset = 0;
    FrameDraft draft = Frames.message(1, offset, batchBytes);
    while (harness.journal().reserve(draft.frameBytes())) {
      harness.append(draft);
      draft = Frames.message(1, ++offset, batchBytes);
    }
    FrameDraft refused = draft;
    assertThatThrownBy(() -> harness.journal().append(refused))
        .isInstanceOf(JournalFullException.class);
    return harness.journal().end();
  }
}
