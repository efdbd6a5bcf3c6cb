package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.RecordCodec;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.Read;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class DeadLetterTest {
  private static final String T = "t";
  private static final String LETTERS = "t.dlq";

  private final Replica replica =
      Replica.withTopic(TopicSpec.named(T).withMaxAttempts(2).withRetryDelay(0, 0));

  private static List<LetterOrigin> letters(Replica of) {
    List<LetterOrigin> letters = new ArrayList<>();
    of.journal.forEachFrame(frame -> {
      if (frame.kind() == FrameKind.MESSAGES && frame.hasFlag(FrameKind.FLAG_DEAD_LETTER)) {
        JournalRecord.Messages messages = (JournalRecord.Messages) RecordCodec.read(frame);
        letters.add(((JournalRecord.DeadLetter) messages.cause()).origin());
      }
    });
    return letters;
  }

  @Test
  void rejectedMessageGoesToTheDeadLetterTopicWithItsReason() {
    replica.published(T, 5);
    replica.pulled(T, 5);
    replica.settle(T, Verdict.reject(1, 2, 1, "no such customer"));
    replica.commit();

    assertThat(letters(replica)).hasSize(1);
    LetterOrigin letter = letters(replica).getFirst();
    assertThat(letter.offset()).isEqualTo(1);
    assertThat(letter.attempts()).isOne();
    assertThat(letter.topicName()).isEqualTo(T);
    assertThat(letter.groupName()).isEqualTo("g");
    assertThat(letter.consumer()).isEqualTo("c");
    assertThat(letter.reason()).isEqualTo("no such customer");
    assertThat(replica.pulled(LETTERS, 9))
        .containsExactly(new Delivered(0, 1), new Delivered(1, 1));
    assertThat(replica.group(T).ackedAbove()).isEqualTo(2);
  }

  @Test
  void deadLetterSaysWhatWasSaidOfTheLastTry() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 0, "out of stock"));
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 2, 0, "java.lang.IllegalStateException: no stock"));
    replica.commit();

    assertThat(letters(replica).getFirst().reason())
        .isEqualTo("not settled in 2 tries; the last: java.lang.IllegalStateException: no stock");
  }

  @Test
  void messageGoesToTheDeadLetterTopicAfterItsLastAttempt() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 0));
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 2, 0));
    replica.commit();

    assertThat(letters(replica).getFirst().reason()).isEqualTo("not settled in 2 tries");
    assertThat(replica.group(T).floor()).isOne();
  }

  @Test
  void messageWhoseLastLeaseEndsGoesToTheDeadLetterTopic() {
    replica.published(T, 3);
    replica.pulled(T, 3);
    replica.pass(31_000);
    assertThat(replica.pulled(T, 3)).hasSize(3);
    replica.pass(31_000);
    replica.commit();

    assertThat(letters(replica)).hasSize(1);
    assertThat(letters(replica).getFirst().reason()).contains("lease ended");
    assertThat(replica.pulled(LETTERS, 3)).hasSize(3);
  }

  @Test
  void letterAndSettlementAreThereBothOrNeither() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.reject(0, 0, 1, "bad"));
    List<Long> ends = new ArrayList<>();
    replica.journal.forEachFrame(frame -> ends.add(frame.position() + frame.length()));

    for (long end : ends.subList(ends.size() - 3, ends.size())) {
      Replica standby = replica.replayedUpTo(end);
      boolean isSettled =
          standby.machine().state().partitions().stream()
              .flatMap(partition -> partition.groups().stream())
              .anyMatch(group -> group.cursor().isSettled(0));
      boolean hasLetter =
          standby.machine().state().partitions().stream()
              .anyMatch(p -> p.topic().equals(LETTERS) && p.endOffset() == 1);
      assertThat(isSettled).isEqualTo(hasLetter);
    }
  }

  @Test
  void letterCanBeDeliveredAndRetriedItself() {
    replica.publish(T, Batches.keyed("a", "b", "c"));
    replica.commit();
    replica.pulled(T, 3);
    replica.settle(T, Verdict.reject(1, 2, 1, ""));
    replica.commit();
    replica.pulled(LETTERS, 1);
    Ticket nack = replica.settle(LETTERS, Verdict.nack(0, 0, 1, 0));
    replica.commit();

    assertThat(replica.settled(nack).stale()).isEmpty();
    assertThat(replica.pulled(LETTERS, 9))
        .containsExactly(new Delivered(0, 2), new Delivered(1, 1));
  }

  @Test
  void rejectedLetterIsDropped() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.reject(0, 0, 1, ""));
    replica.commit();
    replica.pulled(LETTERS, 1);
    replica.settle(LETTERS, Verdict.reject(0, 0, 1, ""));
    replica.commit();

    assertThat(replica.group(LETTERS).floor()).isOne();
    assertThat(replica.machine().state().topic("t.dlq.dlq")).isNull();
  }

  @Test
  void lettersOfManyFramesArriveInOrder() {
    for (int i = 0; i < 5; i++) {
      replica.published(T, 2);
    }
    replica.pulled(T, 10);
    replica.settle(T, Verdict.reject(1, 8, 1, ""));
    replica.commit();

    assertThat(letters(replica).stream().map(LetterOrigin::offset))
        .containsExactly(1L, 2L, 4L, 6L, 8L);
    assertThat(replica.pulled(LETTERS, 10)).hasSize(8);
  }

  @Test
  void messageThatIsNotStoredAnyMoreIsDropped() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    replica.journal.removeMessagesBelow(1, 2);
    replica.settle(T, Verdict.reject(0, 1, 1, ""));
    replica.commit();

    assertThat(letters(replica)).isEmpty();
    assertThat(replica.group(T).floor()).isEqualTo(2);
  }

  @Test
  void deadLetterFreesItsKey() {
    Replica ordered = Replica.withTopic(TopicSpec.named(T).withOrder(OrderMode.BY_KEY));
    ordered.publish(T, Batches.keyed("a"));
    ordered.publish(T, Batches.keyed("a"));
    ordered.commit();
    ordered.pulled(T, 1);
    Ticket next = ordered.pull(T, 1);
    ordered.commit();
    assertThat(ordered.isAnswered(next)).isFalse();

    ordered.settle(T, Verdict.reject(0, 0, 1, ""));

    assertThat(ordered.offsetsOf(next)).containsExactly(1L);
  }

  @Test
  void deadLettersMayGoAfterTheirTimeWhateverTheLimitsOfTheirOriginAre() {
    Replica kept =
        Replica.withTopic(TopicSpec.named(T).withMaxAttempts(2).withRetention(0, 0, true));
    kept.published(T, 1);
    kept.pulled(T, 1);
    kept.settle(T, Verdict.reject(0, 0, 1, ""));
    kept.commit();
    kept.pulled(LETTERS, 1);

    assertThat(isNeededAfter(kept, Lifetimes.DEFAULT.deadLetterMillis())).isTrue();
    assertThat(isNeededAfter(kept, Lifetimes.DEFAULT.deadLetterMillis() + 1)).isFalse();
  }

  @Test
  void deadLetterTopicThatWasCreatedKeepsItsOwnLimits() {
    replica.ask(new CreateTopic(TopicSpec.named(LETTERS).withRetention(1_000, 0, false), false));
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.reject(0, 0, 1, ""));
    replica.commit();

    assertThat(isNeededAfter(replica, 1_000)).isTrue();
    assertThat(isNeededAfter(replica, 1_001)).isFalse();
  }

  @Test
  void deadLetterTopicIsThereAndEmptyBeforeTheFirstLetter() {
    Ticket nothing = replica.ask(new Read(LETTERS, 0, ReadFrom.earliest(), 99, 0));
    Ticket none = replica.pull("no-topic.dlq", 1);
    replica.commit();

    assertThat(replica.answer(nothing, Handed.ToReader.class).endOffset()).isZero();
    assertThat(replica.refusal(none)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
  }

  @Test
  void deadLetterTopicThatAPullMakesFollowsTheSameRule() {
    Ticket early = replica.pull(LETTERS, 1);
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.reject(0, 0, 1, ""));
    replica.commit();

    assertThat(replica.offsetsOf(early)).containsExactly(0L);
    assertThat(isNeededAfter(replica, Lifetimes.DEFAULT.deadLetterMillis() + 1)).isFalse();
  }

  /** Whether the first dead letter still has to be kept some time after now. */
  private static boolean isNeededAfter(Replica of, long millis) {
    int letters = Objects.requireNonNull(of.machine().state().topic(LETTERS)).id();
    return of.machine().retention(of.nowMillis() + millis).needs(letters, 0, of.nowMillis(), 0);
  }

  @Test
  void largestBatchCanBecomeALetter() {
    int bytes = Replica.LIMITS.maxBatchBytes() - 100;
    replica.publish(T, Batches.large(bytes));
    replica.commit();
    replica.pulled(T, 1);
    replica.settle(T, Verdict.reject(0, 0, 1, "r".repeat(60_000)));
    replica.commit();

    assertThat(replica.pulled(LETTERS, 1)).hasSize(1);
  }
}
