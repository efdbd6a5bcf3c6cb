package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.JournalRecord.SettleItem;
import io.feige.broker.core.record.RecordCodec;
import io.feige.protocol.command.Settle;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SettlingTest {
  private static final String T = "t";

  private final Replica replica =
      Replica.withTopic(TopicSpec.named(T).withRetryDelay(1_000, 5_000));

  private static Delivered delivery(long offset, int attempt) {
    return new Delivered(offset, attempt);
  }

  @Test
  void ackIsAnsweredOnlyAfterTheCommit() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    Ticket ack = replica.settle(T, Verdict.ack(0, 0, 1));
    assertThat(replica.isAnswered(ack)).isFalse();

    replica.commitOnce();

    assertThat(replica.settled(ack).stale()).isEmpty();
  }

  @Test
  void whatIsSettledCountsOnceAndWhatIsSpokenOfDoesNot() {
    replica.published(T, 3);
    replica.pulled(T, 3);
    replica.settle(T, Verdict.ack(1, 1L << 60, 1));
    assertThat(replica.machine().settled()).isEqualTo(2);
    replica.settle(T, Verdict.ack(0, 2, 1));
    replica.settle(T, Verdict.nack(0, 1L << 60, 1, 0));
    assertThat(replica.machine().settled()).isEqualTo(3);
  }

  @Test
  void verdictsMayGatherWhereNoMessageWaitsForThem() {
    for (OrderMode order : OrderMode.values()) {
      Replica ordered = Replica.withTopic(TopicSpec.named(T).withOrder(order));
      ordered.published(T, 1);
      ordered.pulled(T, 1);
      Ticket ack = ordered.settle(T, Verdict.ack(0, 0, 1));
      ordered.commit();

      assertThat(ordered.settled(ack).restMillis())
          .as(order.name())
          .isEqualTo(order == OrderMode.NONE ? 5 : 0);
    }
  }

  @Test
  void ackedMessageIsNeverDeliveredAgain() {
    replica.published(T, 3);
    replica.pulled(T, 3);
    replica.acked(T, 0, 1);
    replica.pass(60_000);

    assertThat(replica.pulled(T, 9)).containsExactly(delivery(2, 2));
    assertThat(replica.restarted().pulled(T, 9)).containsExactly(delivery(2, 2));
  }

  @Test
  void acksInAnyOrderBecomeOneRange() {
    replica.published(T, 30);
    replica.pulled(T, 30);
    for (long offset = 29; offset >= 1; offset--) {
      replica.settle(T, Verdict.ack(offset, offset, 1));
    }
    replica.commit();
    assertThat(replica.group(T).ackedAbove()).isEqualTo(29);
    assertThat(replica.group(T).floor()).isZero();

    replica.acked(T, 0, 0);

    assertThat(replica.group(T).floor()).isEqualTo(30);
    assertThat(replica.group(T).ackedAbove()).isZero();
  }

  @Test
  void recordsTellOnceForEachOffsetWhoAckedWhichAttempt() {
    replica.published(T, 9);
    replica.pulled(T, 9);
    replica.acked(T, 3, 4);
    replica.settle(T, Verdict.ack(0, 6, 2));
    replica.commit();

    List<JournalRecord.Settle> settles = new ArrayList<>();
    replica.journal.forEachFrame(frame -> {
      if (RecordCodec.read(frame) instanceof JournalRecord.Settle settle) {
        settles.add(settle);
      }
    });
    assertThat(settles).extracting(JournalRecord.Settle::consumer).containsOnly("c");
    assertThat(settles)
        .flatExtracting(JournalRecord.Settle::items)
        .containsExactly(
            SettleItem.acked(3, 4, 1), SettleItem.acked(0, 2, 2), SettleItem.acked(5, 6, 2));
  }

  @Test
  void ackIsTakenWhicheverAttemptItNames() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    Ticket ack = replica.settle(T, Verdict.ack(0, 0, 17));
    replica.commit();

    assertThat(replica.settled(ack).stale()).isEmpty();
    assertThat(replica.group(T).floor()).isOne();
  }

  @Test
  void ackOfWhatDoesNotExistIsStale() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    Ticket ack = replica.settle(T, Verdict.ack(1, 7, 1));
    replica.commit();

    assertThat(replica.settled(ack).stale()).containsExactly(new OffsetRange(2, 7));
    assertThat(replica.group(T).ackedAbove()).isOne();
  }

  @Test
  void ackOfWhatWasNeverHandedOutIsStale() {
    replica.published(T, 5_000);
    replica.pulled(T, 1);
    Ticket ack = replica.settle(T, Verdict.ack(4_000, 4_000, 1));
    replica.commit();

    assertThat(replica.settled(ack).stale()).containsExactly(new OffsetRange(4_000, 4_000));
    assertThat(replica.group(T).ackedAbove()).isZero();
  }

  @Test
  void secondAckWritesNothing() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    replica.acked(T, 0, 1);
    Ticket again = replica.settle(T, Verdict.ack(0, 1, 1));
    replica.commit();

    assertThat(replica.settled(again).stale()).isEmpty();
    assertThat(replica.journal.count(FrameKind.SETTLE)).isOne();
  }

  @Test
  void nackedMessageComesAgainAfterItsDelay() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    replica.settle(T, Verdict.nack(0, 0, 1, 700));
    Ticket pull = replica.pull(T, 9);
    replica.commit();
    replica.pass(699);
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.pass(1);

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(0, 2));
  }

  @Test
  void nackedMessageIsThereForWhoeverPullsLater() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 700));
    replica.commit();
    replica.pass(5_000);

    assertThat(replica.pulled(T, 1)).containsExactly(delivery(0, 2));
  }

  @Test
  void nackWithoutDelayServesAWaitingPullAtOnce() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    Ticket pull = replica.pull(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 0));

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(0, 2));
  }

  @Test
  void backOffDoublesUpToTheTopicsLongest() {
    replica.published(T, 1);
    for (int attempt = 1; attempt <= 5; attempt++) {
      assertThat(replica.pulled(T, 1)).containsExactly(delivery(0, attempt));
      replica.settle(T, Verdict.nack(0, 0, attempt, Verdict.TOPIC_BACK_OFF));
      Ticket pull = replica.pull(T, 1);
      long before = replica.nowMillis();
      while (!replica.isAnswered(pull)) {
        assertThat(replica.passToNextWake()).isTrue();
      }
      long waited = replica.nowMillis() - before;
      assertThat(waited).isEqualTo(Math.min(1_000L << (attempt - 1), 5_000));
      replica.settle(T, Verdict.release(0, 0, attempt + 1));
    }
  }

  @Test
  void verdictsOfAnOlderAttemptAreStale() {
    replica.published(T, 3);
    replica.pulled(T, 3);
    replica.settle(T, Verdict.nack(0, 2, 1, 0));
    assertThat(replica.pulled(T, 3)).hasSize(3);

    assertStale(Verdict.nack(0, 2, 1, 0));
    assertStale(Verdict.reject(0, 2, 1, "late"));
    assertStale(Verdict.extend(0, 2, 1, 1));
    assertStale(Verdict.release(0, 2, 1));
    replica.pass(29_000);
    assertThat(replica.group(T).outstanding()).isEqualTo(3);
  }

  private void assertStale(Verdict verdict) {
    Ticket ticket = replica.settle(T, verdict);
    replica.commit();
    assertThat(replica.settled(ticket).stale())
        .as("%s", verdict)
        .containsExactly(new OffsetRange(verdict.first(), verdict.last()));
  }

  @Test
  void onlyWhatIsNotHeldIsStale() {
    replica.published(T, 10);
    replica.pulled(T, 10);
    replica.acked(T, 3, 4);
    Ticket nack = replica.settle(T, Verdict.nack(2, 12, 1, 0));
    replica.commit();

    assertThat(replica.settled(nack).stale())
        .containsExactly(new OffsetRange(3, 4), new OffsetRange(10, 12));
    assertThat(replica.group(T).retrying()).isEqualTo(6);
  }

  @Test
  void contradictingVerdictsLeaveOneOutcome() {
    replica.published(T, 4);
    replica.pulled(T, 4);
    replica.settle(
        T,
        Verdict.nack(0, 0, 1, 0),
        Verdict.ack(0, 0, 1),
        Verdict.ack(1, 1, 1),
        Verdict.nack(1, 1, 1, 0),
        Verdict.release(2, 2, 1),
        Verdict.ack(2, 2, 1),
        Verdict.nack(3, 3, 1, 0),
        Verdict.release(3, 3, 1));
    replica.commit();

    assertThat(replica.pulled(T, 9)).containsExactly(delivery(3, 2));
  }

  @Test
  void leaseThatEndsLetsTheMessageComeAgain() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    Ticket pull = replica.pull(T, 1);
    replica.commit();
    replica.pass(29_999);
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.pass(20);

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(0, 2));
  }

  @Test
  void extendedLeaseEndsLater() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.pass(20_000);
    replica.settle(T, Verdict.extend(0, 0, 1, 30_000));
    Ticket pull = replica.pull(T, 1);
    replica.commit();
    replica.pass(29_999);
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.pass(20);

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(0, 2));
  }

  @Test
  void extendToNowEndsTheLease() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    Ticket pull = replica.pull(T, 1);
    replica.settle(T, Verdict.extend(0, 0, 1, 0));
    replica.commit();
    replica.pass(20);

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(0, 2));
  }

  @Test
  void releasedMessageComesAtOnceAndUncounted() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    Ticket pull = replica.pull(T, 1);
    replica.settle(T, Verdict.release(1, 1, 1));

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(1, 1));
  }

  @Test
  void releasedRetryKeepsItsAttempt() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 0));
    replica.pulled(T, 1);
    replica.settle(T, Verdict.release(0, 0, 2));

    assertThat(replica.pulled(T, 1)).containsExactly(delivery(0, 2));
    assertThat(replica.group(T).outstanding()).isOne();
  }

  @Test
  void verdictForAnotherGenerationIsRefused() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    Ticket settle =
        replica.ask(new Settle(T, 0, Replica.GROUP, "c", 0, 7, List.of(Verdict.ack(0, 0, 1))));

    assertThat(replica.refusal(settle)).isEqualTo(ErrorCode.STALE_GENERATION);
  }

  @Test
  void verdictForWhatDoesNotExistIsRefused() {
    List<Verdict> ack = List.of(Verdict.ack(0, 0, 1));

    assertThat(replica.refusal(replica.ask(new Settle("none", 0, "g", "c", 0, 1, ack))))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(replica.refusal(replica.ask(new Settle(T, 0, "none", "c", 0, 1, ack))))
        .isEqualTo(ErrorCode.GROUP_NOT_FOUND);
  }

  @Test
  void manyVerdictsOfOneRequestAreAllDone() {
    replica.published(T, 20_000);
    for (int taken = 0; taken < 10_000; ) {
      taken += replica.pulled(T, 10_000 - taken).size();
    }
    Verdict[] verdicts = new Verdict[10_000];
    for (int i = 0; i < verdicts.length; i++) {
      verdicts[i] = i % 2 == 0 ? Verdict.ack(i, i, 1) : Verdict.nack(i, i, 1, 5_000);
    }
    Ticket settle = replica.settle(T, verdicts);
    replica.pass(1);
    replica.commit();

    assertThat(replica.settled(settle).stale()).isEmpty();
    assertThat(replica.group(T).retrying()).isEqualTo(5_000);
    assertThat(replica.group(T).outstanding()).isZero();
  }

  @Test
  void verdictsOnTheSameMessagesAgainAndAgainAreRefusedBeforeAnyOfThemIsTaken() {
    replica.publish(T, Batches.of(500));
    replica.commit();
    replica.pulled(T, 500);
    Verdict[] wide = new Verdict[60_000];
    Arrays.fill(wide, Verdict.nack(0, Long.MAX_VALUE - 1, 7, 0));
    wide[0] = Verdict.ack(0, 0, 1);

    Ticket settle = replica.settle(T, wide);

    assertThat(replica.refusal(settle)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(replica.group(T).floor()).isZero();
    replica.acked(T, 0, 9);
    assertThat(replica.group(T).floor()).isEqualTo(10);
  }
}
