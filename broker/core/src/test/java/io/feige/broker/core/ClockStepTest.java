package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Published;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The wall clock of an active is put forward and back, by an hour each time. */
final class ClockStepTest {
  private static final String T = "t";
  private static final long HOUR = 3_600_000;

  private final Replica replica =
      Replica.withTopic(TopicSpec.named(T).withRetryDelay(5_000, 5_000));

  private static List<Long> stamps(Replica of) {
    List<Long> stamps = new ArrayList<>();
    of.journal.forEachFrame(frame -> stamps.add(frame.timeMillis()));
    return stamps;
  }

  @Test
  void stampsNeverGoBackAndLaterOnesAreLater() {
    replica.published(T, 1);
    long before = replica.nowMillis();
    replica.stepWallClock(-HOUR);
    for (int i = 0; i < 5; i++) {
      replica.pass(1_000);
      replica.published(T, 1);
    }

    assertThat(stamps(replica)).isSorted();
    assertThat(stamps(replica).getLast()).isEqualTo(before + 2_500);
  }

  @Test
  void stampsAreTheWallClocksAgainOnceItHasCaughtUp() {
    replica.published(T, 1);
    replica.stepWallClock(-10_000);
    replica.pass(20_000);
    replica.published(T, 1);

    assertThat(stamps(replica).getLast()).isEqualTo(replica.nowMillis());
  }

  @Test
  void firstStampOfANewActiveIsAtLeastTheLastOneThatWasApplied() {
    replica.stepWallClock(HOUR);
    replica.published(T, 1);
    replica.stepWallClock(-HOUR);

    Replica next = replica.restartedWithAll();
    next.published(T, 1);

    assertThat(stamps(next)).isSorted();
  }

  @Test
  void lastStampOutlivesASnapshot() {
    replica.stepWallClock(HOUR);
    replica.published(T, 1);
    long last = stamps(replica).getLast();
    long end = replica.journal.end();

    Replica next = replica.restoredFrom(replica.machine().snapshot(), end);

    assertThat(next.machine().state().lastStampMillis()).isEqualTo(last);
  }

  @Test
  void receiptSaysTheTimeOfTheJournal() {
    replica.published(T, 1);
    replica.stepWallClock(-HOUR);
    Ticket ticket = replica.publish(T, Batches.of(1));
    replica.commit();

    Published receipt = replica.receipt(ticket);
    assertThat(receipt.storedAtMillis()).isEqualTo(stamps(replica).getLast());
  }

  @Test
  void retryComesAfterItsDelayThoughTheClockWentBack() {
    retryIsDelayedBy(5_000, -HOUR);
  }

  @Test
  void retryComesAfterItsDelayThoughTheClockWentForth() {
    retryIsDelayedBy(5_000, HOUR);
  }

  private void retryIsDelayedBy(long delayMillis, long stepMillis) {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, Verdict.TOPIC_BACK_OFF));
    Ticket pull = replica.pull(T, 1);
    replica.stepWallClock(stepMillis);
    replica.commit();

    replica.pass(delayMillis - 1);
    assertThat(replica.isAnswered(pull)).isFalse();
    replica.pass(1);
    assertThat(replica.offsetsOf(pull)).containsExactly(0L);
  }

  @Test
  void retryWaitsNoLongerAfterAFailoverToAClockThatIsBehind() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, Verdict.TOPIC_BACK_OFF));
    replica.commit();
    replica.stepWallClock(-HOUR);

    Replica next = replica.restartedWithAll();
    Ticket pull = next.pull(T, 1);
    next.commit();
    next.pass(5_000);

    assertThat(next.offsetsOf(pull)).containsExactly(0L);
  }

  @Test
  void delayedBatchComesByTheWallClockWithinSecondsOfAStep() {
    replica.publish(T, Batches.delayed(1, replica.nowMillis() + HOUR));
    Ticket pull = replica.pull(T, 1);
    replica.commit();
    replica.pass(1_000);
    replica.stepWallClock(HOUR);
    replica.pass(10_000);
    replica.commit();

    assertThat(replica.offsetsOf(pull)).containsExactly(0L);
  }

  @Test
  void delayedBatchDoesNotWaitForTheClockThatWentBackWhileTheDiskWasFull() {
    replica.publish(T, Batches.delayed(1, replica.nowMillis() + 2 * HOUR));
    replica.commit();
    replica.stepWallClock(3 * HOUR);
    replica.journal.leaveRoomFor(0);
    replica.pass(10_000);
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isZero();

    replica.stepWallClock(-HOUR);
    replica.journal.makeRoom();
    replica.pass(2_000);

    assertThat(replica.journal.count(FrameKind.MESSAGES)).isOne();
  }

  @Test
  void timeIsFoundAmongStampsOfAClockThatStepped() {
    for (long step : new long[] {0, HOUR, -HOUR, -HOUR, HOUR}) {
      replica.stepWallClock(step);
      replica.pass(60_000);
      replica.published(T, 1);
    }
    List<StoredFrame> frames = new ArrayList<>();
    replica.journal.forEachFrame(frame -> {
      if (frame.kind() == FrameKind.MESSAGES) {
        frames.add(frame);
      }
    });

    assertThat(frames).hasSize(5);
    for (StoredFrame frame : frames) {
      assertThat(replica.journal.offsetAtTime(1, frame.timeMillis())).isEqualTo(frame.baseOffset());
    }
  }
}
