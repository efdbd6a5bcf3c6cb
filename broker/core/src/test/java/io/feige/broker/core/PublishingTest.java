package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.ProducerTable;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.batch.SequenceTime;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Published;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.model.Durability;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PublishingTest {
  private static final long PRODUCER = 77;

  private final Replica replica = Replica.serving();

  private static ByteBuffer batch(long sequence) {
    return Batches.of(2, new BatchStamp(PRODUCER, sequence, 0));
  }

  @Test
  void offsetsAreDense() {
    Ticket first = replica.publish("t", Batches.of(3));
    Ticket second = replica.publish("t", Batches.of(500));
    Ticket third = replica.publish("t", Batches.of(1));
    replica.commit();

    assertThat(replica.receipt(first).offset()).isZero();
    assertThat(replica.receipt(second).offset()).isEqualTo(3);
    assertThat(replica.receipt(third).offset()).isEqualTo(503);
  }

  @Test
  void receiptComesOnlyAfterTheCommit() {
    Ticket ticket = replica.publish("t", Batches.of(1));
    assertThat(replica.isAnswered(ticket)).isFalse();

    replica.commitOnce();

    assertThat(replica.receipt(ticket).duplicate()).isFalse();
    assertThat(replica.receipt(ticket).storedAtMillis()).isEqualTo(replica.nowMillis());
  }

  @Test
  void queuedIsAnsweredAtOnce() {
    Ticket ticket = replica.publish("t", Batches.of(1), Durability.QUEUED, 0);

    assertThat(replica.receipt(ticket).offset()).isZero();
  }

  @Test
  void sequencesOfTheFutureAreRefusedAndSayWhenToBegin() {
    long seconds = replica.nowMillis() / 1000;
    long furthest = SequenceTime.first(seconds + ProducerTable.MOST_AHEAD_SECONDS + 1) - 1;
    Ticket taken = replica.publish("t", batch(furthest), Durability.QUEUED, Long.MAX_VALUE);
    Ticket next = replica.publish("t", batch(furthest + 1), Durability.QUEUED, Long.MAX_VALUE);
    Ticket largest =
        replica.publish("t", batch(BatchHead.MAX_SEQUENCE), Durability.QUEUED, Long.MAX_VALUE);
    Ticket beyond =
        replica.publish("t", batch(BatchHead.MAX_SEQUENCE + 2), Durability.QUEUED, Long.MAX_VALUE);
    Ticket last = replica.publish("t", batch(Long.MAX_VALUE), Durability.QUEUED, Long.MAX_VALUE);

    assertThat(replica.receipt(taken).duplicate()).isFalse();
    assertThat(replica.refusal(next)).isEqualTo(ErrorCode.PRODUCER_UNKNOWN);
    assertThat(replica.hint(largest)).isEqualTo(Long.toString(seconds));
    assertThat(replica.refusal(beyond)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(replica.refusal(last)).isEqualTo(ErrorCode.INVALID_ARGUMENT);
  }

  @Test
  void storedIsRefusedWithoutAStore() {
    Ticket ticket = replica.publish("t", Batches.of(1), Durability.STORED, 0);

    assertThat(replica.refusal(ticket)).isEqualTo(ErrorCode.DURABILITY_UNAVAILABLE);
  }

  @Test
  void duplicateGetsTheFirstReceipt() {
    Ticket first = replica.publish("t", batch(0));
    replica.commit();
    replica.pass(5_000);
    Ticket again = replica.publish("t", batch(0));
    replica.commit();

    Published receipt = replica.receipt(first);
    assertThat(replica.receipt(again))
        .isEqualTo(
            new Published(
                receipt.epoch(),
                receipt.offset(),
                receipt.position(),
                receipt.storedAtMillis(),
                receipt.durability(),
                true));
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isOne();
  }

  @Test
  void duplicateOfWhatIsNotCommittedWaitsForTheCommit() {
    replica.publish("t", batch(0));
    Ticket again = replica.publish("t", batch(0));
    assertThat(replica.isAnswered(again)).isFalse();

    replica.commitOnce();

    assertThat(replica.receipt(again).duplicate()).isTrue();
  }

  @Test
  void duplicateIsKnownAfterARestart() {
    Ticket first = replica.publish("t", batch(0));
    replica.commit();
    Replica next = replica.restarted();
    Ticket again = next.publish("t", batch(0));
    next.commit();

    assertThat(next.receipt(again).duplicate()).isTrue();
    assertThat(next.receipt(again).offset()).isEqualTo(replica.receipt(first).offset());
  }

  @Test
  void batchThatACrashLostIsTakenAgain() {
    replica.publish("t", batch(0));
    replica.commit();
    replica.publish("t", batch(1));
    Replica next = replica.restarted();
    Ticket again = next.publish("t", batch(1));
    next.commit();

    assertThat(next.receipt(again).duplicate()).isFalse();
    assertThat(next.receipt(again).offset()).isEqualTo(2);
  }

  @Test
  void receiptThatIsForgottenIsADuplicateOfUnknownOffset() {
    for (int sequence = 0; sequence < 100; sequence++) {
      replica.publish("t", batch(sequence));
    }
    Ticket old = replica.publish("t", batch(0));
    Ticket remembered = replica.publish("t", batch(36));
    replica.commit();

    assertThat(replica.receipt(old).duplicate()).isTrue();
    assertThat(replica.receipt(old).offset()).isEqualTo(Published.OFFSET_UNKNOWN);
    assertThat(replica.receipt(remembered).offset()).isEqualTo(72);
  }

  @Test
  void sequenceGapIsRefusedAndStoresNothing() {
    replica.publish("t", batch(0));
    Ticket gap = replica.publish("t", batch(2));

    assertThat(replica.refusal(gap)).isEqualTo(ErrorCode.SEQUENCE_GAP);
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isOne();
  }

  @Test
  void gapIsTakenWhenTheProducerGaveUpWhatIsBetween() {
    replica.publish("t", batch(0));
    Ticket tooEarly = replica.publish("t", batch(3), Durability.LOCAL, 2);
    Ticket taken = replica.publish("t", batch(3), Durability.LOCAL, 3);
    Ticket late = replica.publish("t", batch(1), Durability.LOCAL, 3);
    replica.commit();

    assertThat(replica.refusal(tooEarly)).isEqualTo(ErrorCode.SEQUENCE_GAP);
    assertThat(replica.receipt(taken).offset()).isEqualTo(2);
    assertThat(replica.receipt(late).duplicate()).isTrue();
  }

  @Test
  void damagedBatchIsRefused() {
    ByteBuffer batch = Batches.of(2);
    batch.put(batch.limit() - 1, (byte) 1);

    assertThat(replica.refusal(replica.publish("t", batch))).isEqualTo(ErrorCode.BATCH_CORRUPT);
  }

  @Test
  void batchThatIsLongerThanItSaysIsRefused() {
    ByteBuffer batch = Batches.of(2);
    ByteBuffer longer = ByteBuffer.allocate(batch.remaining() + 1).put(batch).rewind();
    ByteBuffer shorter = Batches.of(1).limit(BatchHead.HEADER_BYTES - 1);

    assertThat(replica.refusal(replica.publish("t", longer))).isEqualTo(ErrorCode.BATCH_CORRUPT);
    assertThat(replica.refusal(replica.publish("t", shorter))).isEqualTo(ErrorCode.BATCH_CORRUPT);
  }

  @Test
  void batchAboveTheLimitIsRefused() {
    Ticket ticket = replica.publish("t", Batches.large(Replica.LIMITS.maxBatchBytes()));

    assertThat(replica.refusal(ticket)).isEqualTo(ErrorCode.BATCH_TOO_LARGE);
  }

  @Test
  void otherEpochIsRefused() {
    long epoch = replica.machine().state().epoch();

    assertThat(publishAs(epoch - 1)).isEqualTo(ErrorCode.STALE_EPOCH);
    assertThat(publishAs(epoch + 1)).isEqualTo(ErrorCode.NOT_ACTIVE);
  }

  private ErrorCode publishAs(long epoch) {
    // 0 stands for any epoch, so the one before the first does not exist.
    Replica later = epoch == 0 ? replica.restarted() : replica;
    long asked = epoch == 0 ? later.machine().state().epoch() - 1 : epoch;
    Ticket ticket = new Ticket(9, 1, CommandType.PUBLISH);
    later.decide(new Event.Publish(ticket, "t", asked, Durability.LOCAL, 0, Batches.of(1)));
    return later.refusal(ticket);
  }

  @Test
  void topicIsCreatedWhenItIsPublishedTo() {
    replica.published("new", 1);

    assertThat(replica.machine().state().topic("new")).isNotNull();
    assertThat(replica.restarted().machine().state().topic("new")).isNotNull();
  }

  @Test
  void topicWhoseDeadLettersCouldHaveNoNameIsNotCreated() {
    Ticket ticket = replica.publish("t".repeat(200), Batches.of(1));

    assertThat(replica.refusal(ticket)).isEqualTo(ErrorCode.NAME_INVALID);
  }

  private static ByteBuffer begun(long producer, long second) {
    return Batches.of(1, new BatchStamp(producer, SequenceTime.first(second), 0));
  }

  @Test
  void whoMayHaveBeenForgottenIsRefusedAndWhoBeganLaterIsTaken() {
    long second = replica.nowMillis() / 1000;
    replica.publish("t", begun(1, second), Durability.LOCAL, Long.MAX_VALUE);
    replica.publish("t", begun(2, second - 9), Durability.LOCAL, Long.MAX_VALUE);
    replica.commit();
    replica.pass(ProducerTable.WINDOW_MILLIS + 5_000);
    replica.publish("t", begun(3, second + 1), Durability.LOCAL, Long.MAX_VALUE);
    replica.commit();

    for (Replica each : List.of(replica, replica.restarted())) {
      Ticket again = each.publish("t", begun(1, second), Durability.LOCAL, Long.MAX_VALUE);
      Ticket early = each.publish("t", begun(4, second), Durability.LOCAL, Long.MAX_VALUE);
      Ticket known = each.publish("t", begun(3, second + 1), Durability.LOCAL, Long.MAX_VALUE);
      Ticket later = each.publish("t", begun(5, second + 1), Durability.LOCAL, Long.MAX_VALUE);
      each.commit();

      assertThat(each.refusal(again)).isEqualTo(ErrorCode.PRODUCER_UNKNOWN);
      assertThat(each.refusal(early)).isEqualTo(ErrorCode.PRODUCER_UNKNOWN);
      assertThat(each.hint(early)).isEqualTo(Long.toString(each.nowMillis() / 1000));
      assertThat(each.receipt(known).duplicate()).isTrue();
      assertThat(each.receipt(later).duplicate()).isFalse();
    }
  }

  private static ByteBuffer once(String key, int records) {
    return Batches.of(records, new BatchStamp(OnceName.producerId(key), OnceName.SEQUENCE, 0));
  }

  @Test
  void keyIsStoredOnceAlsoAfterARestart() {
    Ticket first = replica.publish("t", once("order-1", 1));
    Ticket other = replica.publish("t", once("order-2", 1));
    replica.commit();
    Replica next = replica.restarted();
    Ticket again = next.publish("t", once("order-1", 1));
    next.commit();

    assertThat(replica.receipt(first).duplicate()).isFalse();
    assertThat(replica.receipt(other).offset()).isEqualTo(1);
    assertThat(next.receipt(again).duplicate()).isTrue();
    assertThat(next.receipt(again).offset()).isEqualTo(replica.receipt(first).offset());
    assertThat(next.journal.count(FrameKind.MESSAGES)).isEqualTo(2);
  }

  @Test
  void keyIsNewWhoeverWasForgottenAndHasNoTurn() {
    long second = replica.nowMillis() / 1000;
    replica.publish("t", begun(1, second), Durability.LOCAL, Long.MAX_VALUE);
    replica.commit();
    replica.pass(ProducerTable.WINDOW_MILLIS + 5_000);
    replica.publish("t", begun(2, replica.nowMillis() / 1000), Durability.LOCAL, Long.MAX_VALUE);
    replica.commit();

    Ticket key = replica.publish("t", once("order-1", 1), Durability.LOCAL, 0);
    replica.commit();

    assertThat(replica.receipt(key).duplicate()).isFalse();
  }

  @Test
  void keyOfATopicIsNoneOfAnothers() {
    Ticket first = replica.publish("t", once("order-1", 1));
    Ticket second = replica.publish("u", once("order-1", 1));
    replica.commit();

    assertThat(replica.receipt(first).duplicate()).isFalse();
    assertThat(replica.receipt(second).duplicate()).isFalse();
  }

  @Test
  void keyOfADelayedMessageIsKnownBeforeAndAfterItIsDue() {
    long due = replica.nowMillis() + 1_000;
    BatchStamp stamp = new BatchStamp(OnceName.producerId("later"), OnceName.SEQUENCE, due);
    replica.publish("t", Batches.of(1, stamp));
    replica.commit();
    Ticket before = replica.publish("t", Batches.of(1, stamp));
    replica.commit();
    replica.pass(2_000);
    replica.commit();
    Ticket after = replica.publish("t", Batches.of(1, stamp));
    replica.commit();

    assertThat(replica.receipt(before).duplicate()).isTrue();
    assertThat(replica.receipt(after).duplicate()).isTrue();
    assertThat(replica.journal.count(FrameKind.DELAYED)).isOne();
    assertThat(replica.journal.count(FrameKind.MESSAGES)).isOne();
  }
}
