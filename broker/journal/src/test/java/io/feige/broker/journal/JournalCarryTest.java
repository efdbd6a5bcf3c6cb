package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.journal.index.IndexFile;
import io.feige.broker.journal.live.NeededSpace;
import io.feige.broker.journal.live.OldestFrames;
import io.feige.broker.journal.live.Retention;
import io.feige.broker.journal.live.SpaceInUse;
import io.feige.broker.journal.segment.JournalConfig;
import io.feige.protocol.frame.StoredFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies of frames are found where the frames themselves were, whatever is gone since. */
class JournalCarryTest {
  private static final int PARTITION = 1;

  private final JournalHarness harness = new JournalHarness();

  /** Needs the messages of one partition that are in a list. */
  private record Needs(List<Long> offsets) implements NeededSpace {
    @Override
    public long next(int partition, long from, long timeMillis, long bytesAfter) {
      return partition != PARTITION
          ? Long.MAX_VALUE
          : offsets.stream()
              .filter(each -> each >= from)
              .mapToLong(each -> each)
              .min()
              .orElse(Long.MAX_VALUE);
    }

    @Override
    public long count(
        int partition, long first, long last, long timeMillis, long bytesAfter, Claims claims) {
      return partition != PARTITION
          ? 0
          : offsets.stream().filter(each -> each >= first && each <= last).count();
    }

    @Override
    public long delayedBytes() {
      return 0;
    }

    @Override
    public long showDelayed(long after, int most, Waiting waiting) {
      return Long.MAX_VALUE;
    }

    @Override
    public boolean isCarried() {
      return true;
    }
  }

  private static Needs needs(Long... offsets) {
    return new Needs(List.of(offsets));
  }

  private Journal journal() {
    return harness.journal();
  }

  private long carry(long offset) {
    return harness.append(
        Frames.copyOf(journal().reader().frameAt(journal().reader().find(PARTITION, offset))));
  }

  /** Two full segments of one partition, the second one of another, and snapshots of all that. */
  private void fill() {
    harness.appendMessages(PARTITION, 0, 300, 200);
    harness.appendMessages(2, 0, 600, 200);
    snapshots();
  }

  private void snapshots() {
    harness.snapshotAtDurable();
    harness.append(Frames.settle(PARTITION, 20));
    harness.snapshotAtDurable();
    harness.upkeep();
  }

  private void removeAllBut(long startsAt) {
    journal().reader().startsAt(startsAt);
    harness.removeSegments(
        new Retention() {
          @Override
          public long keepFromPosition() {
            return Long.MAX_VALUE;
          }

          @Override
          public long startsAt() {
            return startsAt;
          }

          @Override
          public boolean needs(int partition, long lastOffset, long lastMillis, long bytesAfter) {
            return true;
          }
        });
  }

  private long offsetFoundFor(long offset) {
    long position = journal().reader().find(PARTITION, offset);
    return position < 0 ? -1 : journal().reader().frameAt(position).baseOffset();
  }

  @Test
  void copyIsFoundByItsOffsetOnceItsOriginalIsGone() {
    fill();
    long first = carry(7);
    long second = carry(42);

    removeAllBut(first);

    assertThat(journal().start()).isPositive();
    assertThat(journal().reader().find(PARTITION, 7)).isEqualTo(first);
    assertThat(journal().reader().find(PARTITION, 0)).isEqualTo(first);
    assertThat(journal().reader().find(PARTITION, 8)).isEqualTo(second);
    assertThat(journal().reader().find(PARTITION, 43)).isEqualTo(Journal.NONE);
    assertThat(journal().reader().firstOffset(PARTITION)).isEqualTo(7);
    assertThat(journal().reader().firstWithoutGap(PARTITION)).isEqualTo(Journal.NONE);
    assertThat(journal().reader().findTime(PARTITION, 8)).isEqualTo(second);
  }

  @Test
  void originalIsFoundForAsLongAsItIsThere() {
    fill();
    long original = journal().reader().find(PARTITION, 7);
    carry(7);

    assertThat(journal().reader().find(PARTITION, 7)).isEqualTo(original);
  }

  @Test
  void messagesThatWereNeverCopiedFollowTheCopies() {
    fill();
    long copy = carry(7);
    harness.append(Frames.message(PARTITION, 300, 200));

    removeAllBut(copy);

    assertThat(offsetFoundFor(0)).isEqualTo(7);
    assertThat(offsetFoundFor(8)).isEqualTo(300);
    assertThat(offsetFoundFor(300)).isEqualTo(300);
    assertThat(journal().reader().firstWithoutGap(PARTITION)).isEqualTo(300);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void copiesAreFoundAfterARestartWithAndWithoutTheirIndex(boolean hasIndex) {
    fill();
    long copy = carry(7);
    long younger = carry(42);
    harness.appendMessages(2, 600, 400, 200);
    harness.upkeep();
    removeAllBut(copy);
    if (!hasIndex) {
      harness.files.list().stream()
          .filter(name -> name.endsWith(IndexFile.SUFFIX))
          .forEach(name -> harness.files.file(name).flipBit(70, 0));
    }

    harness.reopen().reader().startsAt(copy);

    assertThat(journal().reader().find(PARTITION, 7)).isEqualTo(copy);
    assertThat(journal().reader().find(PARTITION, 42)).isEqualTo(younger);
    assertThat(journal().reader().firstOffset(PARTITION)).isEqualTo(7);
    assertThat(journal().reader().partitionBytes(PARTITION))
        .isEqualTo(2L * journal().reader().frameAt(copy).length());
  }

  @Test
  void ofTwoCopiesTheOneIsFoundThatIsStillThere() {
    fill();
    long first = carry(7);
    harness.appendMessages(2, 600, 700, 200);
    snapshots();
    long second = carry(7);

    journal().reader().startsAt(first);
    assertThat(journal().reader().find(PARTITION, 7)).isEqualTo(first);
    removeAllBut(second);

    assertThat(journal().reader().find(PARTITION, 7)).isEqualTo(second);
    assertThat(harness.reopen().reader().find(PARTITION, 7)).isIn(first, second);
  }

  @Test
  void journalThatWasCopiedFindsTheSameWhereverItsSegmentsEnd() {
    fill();
    long copy = carry(7);
    harness.append(Frames.message(PARTITION, 300, 200));
    JournalHarness standby =
        new JournalHarness(new MemoryFiles(), new JournalConfig(200 << 10, 100 << 10, 8 << 10, 0));
    standby.copyFrom(journal(), 5_000);
    long hidden = journal().reader().find(PARTITION, 290);

    standby.journal().reader().startsAt(hidden);

    assertThat(standby.journal().reader().find(PARTITION, 290)).isEqualTo(hidden);
    assertThat(standby.journal().reader().find(PARTITION, 7)).isEqualTo(copy);
    assertThat(standby.journal().reader().find(PARTITION, 8)).isEqualTo(hidden);
    assertThat(standby.journal().reader().firstOffset(PARTITION)).isEqualTo(7);
    assertThat(standby.journal().reader().firstWithoutGap(PARTITION)).isEqualTo(290);
  }

  @Test
  void oldestSegmentGivesWhatIsNeededOfItOnce() {
    fill();
    OldestFrames oldest = Objects.requireNonNull(journal().oldestFrames());
    List<Long> given = new ArrayList<>();
    for (StoredFrame frame = oldest.look(needs(3L, 77L)); frame != null; ) {
      given.add(frame.baseOffset());
      harness.append(Frames.copyOf(frame));
      oldest.pass();
      frame = oldest.look(needs(3L, 77L));
    }
    assertThat(given).containsExactly(3L, 77L);
    assertThat(oldest.isDone()).isTrue();

    oldest.restart();

    assertThat(oldest.look(needs(3L, 77L))).isNull();
    assertThat(oldest.look(needs(3L, 4L))).isNull();
    oldest.restart();
    assertThat(Objects.requireNonNull(oldest.look(needs(3L, 4L))).baseOffset()).isEqualTo(4);
  }

  @Test
  void copiesInTheOldestSegmentAreGivenToo() {
    fill();
    long copy = carry(7);
    harness.appendMessages(2, 600, 400, 200);
    snapshots();
    removeAllBut(copy);
    journal().reader().startsAt(0);
    while (journal().oldestFrames() != null
        && Objects.requireNonNull(journal().oldestFrames()).end() <= copy) {
      removeAllBut(Objects.requireNonNull(journal().oldestFrames()).end());
    }

    OldestFrames oldest = Objects.requireNonNull(journal().oldestFrames());

    assertThat(Objects.requireNonNull(oldest.look(needs(7L))).position()).isEqualTo(copy);
  }

  @Test
  void spaceThatIsNeededIsKnownFromTheIndexes() {
    fill();
    long frame = journal().reader().frameAt(journal().reader().find(PARTITION, 0)).length();

    // What was not looked at yet counts as needed.
    assertThat(journal().look(needs(), 1).needed()).isGreaterThan(100 * frame);
    journal().look(needs(), 1_000);
    SpaceInUse space = journal().look(needs(3L, 77L, 200L), 1_000);

    assertThat(space.stored()).isEqualTo(journal().end());
    assertThat(space.needed()).isBetween(3 * frame, 3 * frame + 10);
    assertThat(space.oldestNeeded()).isLessThanOrEqualTo(3 * frame + 10);
  }
}
