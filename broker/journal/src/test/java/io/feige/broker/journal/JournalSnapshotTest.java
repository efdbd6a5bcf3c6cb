package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.journal.fault.JournalFullException;
import io.feige.broker.journal.format.SnapshotHeader;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class JournalSnapshotTest {
  private final JournalHarness harness = new JournalHarness();

  private long snapshotAfter(int firstOffset) {
    harness.appendMessages(1, firstOffset, 300, 200);
    harness.snapshotAtDurable();
    return harness.journal().newestSnapshot();
  }

  @Test
  void replayBeginsAtTheNewestSnapshot() {
    snapshotAfter(0);
    long newest = snapshotAfter(300);
    harness.appendMessages(1, 600, 300, 200);

    harness.reopen();

    assertThat(harness.replayedSnapshots).containsExactly(newest);
    assertThat(harness.snapshotBody).startsWith(1, 2, 3).hasSize(103);
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.tailMap(newest).keySet());
    assertThat(harness.journal().reader().find(1, 5)).isEqualTo(harness.appended.higherKey(1_300L));
  }

  @Test
  void olderSnapshotServesWhenTheNewestIsDamaged() {
    long older = snapshotAfter(0);
    long newest = snapshotAfter(300);
    harness.files.file(SnapshotHeader.nameOf(newest)).flipBit(100, 2);

    harness.reopen();

    assertThat(harness.replayedSnapshots).containsExactly(older);
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.tailMap(older).keySet());
  }

  @Test
  void everythingIsReplayedWhenNoSnapshotIsUsableAndNothingWasRemoved() {
    long newest = snapshotAfter(0);
    harness.files.file(SnapshotHeader.nameOf(newest)).flipBit(5, 2);

    harness.reopen();

    assertThat(harness.replayedSnapshots).isEmpty();
    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
  }

  @Test
  void theTwoNewestAreKept() {
    long first = snapshotAfter(0);
    long second = snapshotAfter(300);
    long third = snapshotAfter(600);

    assertThat(harness.files.exists(SnapshotHeader.nameOf(first))).isFalse();
    assertThat(harness.files.exists(SnapshotHeader.nameOf(second))).isTrue();
    assertThat(harness.files.exists(SnapshotHeader.nameOf(third))).isTrue();
    assertThat(harness.journal().newestSnapshot()).isEqualTo(third);
  }

  @Test
  void damagedSnapshotGoesWithTheNextOne() {
    long damaged = snapshotAfter(0);
    harness.files.file(SnapshotHeader.nameOf(damaged)).flipBit(5, 2);
    harness.reopen();
    assertThat(harness.journal().newestSnapshot()).isEqualTo(Journal.NONE);

    snapshotAfter(300);

    assertThat(harness.files.exists(SnapshotHeader.nameOf(damaged))).isFalse();
  }

  @Test
  void snapshotBeyondTheDurablePositionIsABug() {
    harness.appendMessages(1, 0, 10, 200);
    assertThatThrownBy(
            () -> harness.journal().saveSnapshot(harness.journal().end(), ByteBuffer.allocate(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void snapshotOfAnEarlierPositionIsABug() {
    long newest = snapshotAfter(0);
    long before = harness.appended.lowerKey(newest);

    assertThatThrownBy(() -> harness.journal().saveSnapshot(before, ByteBuffer.allocate(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("after one of " + newest);
    harness.journal().saveSnapshot(newest, ByteBuffer.allocate(1));
    assertThat(harness.reopen().newestSnapshot()).isEqualTo(newest);
  }

  @Test
  void fullDiskLeavesTheOlderSnapshots() {
    long kept = snapshotAfter(0);
    harness.appendMessages(1, 300, 10, 200);
    long durable = harness.journal().force();
    harness.files.space(100);
    assertThatThrownBy(() -> harness.journal().saveSnapshot(durable, ByteBuffer.allocate(1_000)))
        .isInstanceOf(JournalFullException.class);

    assertThat(harness.journal().newestSnapshot()).isEqualTo(kept);
    assertThat(harness.journal().isFailed()).isFalse();
    harness.reopen();
    assertThat(harness.replayedSnapshots).containsExactly(kept);
  }
}
