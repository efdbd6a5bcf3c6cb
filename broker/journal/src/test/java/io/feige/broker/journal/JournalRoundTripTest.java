package io.feige.broker.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.journal.append.FrameDraft;
import io.feige.broker.journal.fault.JournalLockedException;
import io.feige.broker.journal.snapshot.Replay;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JournalRoundTripTest {
  private final JournalHarness harness = new JournalHarness();

  @Test
  void framesAreReadAsTheyWereAppended() {
    ByteBuffer batch = Frames.batch(3, 5_000, 1);
    long position = harness.append(Frames.messages(7, 40, 3, 99, batch));

    StoredFrame frame = harness.journal().reader().frameAt(position);
    assertThat(frame.problem()).isEqualTo(null);
    assertThat(frame.partition()).isEqualTo(7);
    assertThat(frame.baseOffset()).isEqualTo(40);
    assertThat(frame.recordCount()).isEqualTo(3);
    assertThat(frame.timeMillis()).isEqualTo(99);
    assertThat(frame.epoch()).isEqualTo(Frames.EPOCH);
    assertThat(frame.batch().bytes()).isEqualTo(batch);
  }

  @Test
  void positionsAreDenseOverSegments() {
    Random random = new Random(1);
    long[] next = new long[3];
    long expected = 0;
    for (int i = 0; i < 2_000; i++) {
      FrameDraft draft = Frames.random(random, next, i);
      assertThat(harness.append(draft)).isEqualTo(expected);
      expected += draft.frameBytes();
    }
    assertThat(harness.files.list().stream().filter(n -> n.endsWith(".seg")).count())
        .isGreaterThan(5);
    assertThat(harness.journal().end()).isEqualTo(expected);
  }

  @Test
  void everyFrameIsReplayedInOrderAfterAnOrderlyStop() {
    Random random = new Random(2);
    long[] next = new long[3];
    for (int i = 0; i < 2_000; i++) {
      harness.append(Frames.random(random, next, i));
    }
    harness.journal().force();
    harness.journal().close();

    Journal again = harness.reopen();

    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
    harness.appended.forEach(
        (position, bytes) -> assertThat(harness.replayed.get(position)).isEqualTo(bytes));
    assertThat(again.recovery().cutBytes()).isZero();
    assertThat(again.durable()).isEqualTo(again.end());
  }

  @Test
  void whatWasWrittenAndNotFsyncedSurvivesTheDeathOfTheProcess() {
    harness.appendMessages(1, 0, 500, 200);

    Journal again = harness.reopen();

    assertThat(harness.replayed.keySet()).isEqualTo(harness.appended.keySet());
    assertThat(again.durable()).isEqualTo(again.end());
  }

  @Test
  void pendingFramesAreNotSeen() {
    long position = harness.journal().append(Frames.message(1, 0, 100));
    assertThat(harness.journal().reader().find(1, 0)).isEqualTo(Journal.NONE);
    assertThat(harness.journal().reader().firstOffset(1)).isEqualTo(Journal.NONE);
    assertThatThrownBy(() -> harness.journal().reader().frameAt(position))
        .isInstanceOf(IllegalArgumentException.class);

    harness.journal().write();
    assertThat(harness.journal().reader().find(1, 0)).isEqualTo(position);
  }

  @Test
  void durableFollowsForceAndIsStampedOnLaterFrames() {
    long first = harness.append(Frames.message(1, 0, 100));
    assertThat(harness.journal().durable()).isZero();
    long durable = harness.journal().force();
    assertThat(durable).isEqualTo(harness.journal().end());

    long second = harness.append(Frames.message(1, 1, 100));
    assertThat(harness.journal().reader().frameAt(first).flushed()).isZero();
    assertThat(harness.journal().reader().frameAt(second).flushed()).isEqualTo(durable);
  }

  @Test
  void frameLongerThanAllowedIsABug() {
    assertThatThrownBy(() -> harness.journal().append(Frames.message(1, 0, 8 << 10)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void batchThatLiesAboutItsLengthIsABug() {
    ByteBuffer batch = Frames.batch(1, 100, 1).putInt(0, 99);
    assertThatThrownBy(() -> harness.journal().append(Frames.messages(1, 0, 1, 0, batch)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void moreRecordsThanTheBatchHasIsABug() {
    ByteBuffer batch = Frames.batch(2, 100, 1);
    assertThatThrownBy(() -> harness.journal().append(Frames.messages(1, 0, 3, 0, batch)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(harness.journal().end()).isZero();
  }

  @Test
  void secondJournalOfADirectoryIsRefused() {
    assertThatThrownBy(
            () -> Journal.open(harness.files, JournalHarness.SMALL, JournalHarness.CLOCK, none()))
        .isInstanceOf(JournalLockedException.class);
  }

  private static Replay none() {
    return new Replay() {
      @Override
      public void snapshot(long position, ByteBuffer body) {
        throw new AssertionError("nothing to replay");
      }

      @Override
      public void frame(StoredFrame frame) {
        throw new AssertionError("nothing to replay");
      }
    };
  }
}
