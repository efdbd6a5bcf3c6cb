package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.Read;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicSpec;
import org.junit.jupiter.api.Test;

final class ReadingTest {
  private static final String T = "t";

  private final Replica replica = Replica.withTopic(TopicSpec.named(T));

  private Ticket read(ReadFrom from, int waitMillis) {
    return replica.ask(new Read(T, 0, from, 1 << 20, waitMillis));
  }

  private Handed.ToReader answer(Ticket ticket) {
    return replica.answer(ticket, Handed.ToReader.class);
  }

  @Test
  void readerGetsEverythingInOrderWithoutAGroup() {
    replica.published(T, 2);
    replica.published(T, 3);
    Ticket read = read(ReadFrom.earliest(), 0);

    assertThat(replica.offsetsOf(read)).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(answer(read).nextOffset()).isEqualTo(5);
    assertThat(answer(read).endOffset()).isEqualTo(5);
    assertThat(replica.machine().state().groupCount()).isZero();
  }

  @Test
  void readerBeginsInTheMiddleOfABatch() {
    replica.published(T, 5);

    assertThat(replica.offsetsOf(read(ReadFrom.offset(3), 0))).containsExactly(3L, 4L);
  }

  @Test
  void readerBeginsAtATime() {
    replica.published(T, 2);
    replica.pass(1_000);
    long then = replica.nowMillis();
    replica.published(T, 2);

    assertThat(replica.offsetsOf(read(ReadFrom.timeMillis(then), 0))).containsExactly(2L, 3L);
    assertThat(replica.offsetsOf(read(ReadFrom.timeMillis(then + 1), 0))).isEmpty();
  }

  @Test
  void readerSeesNothingBeyondTheCommit() {
    replica.publish(T, Batches.of(2));

    assertThat(replica.offsetsOf(read(ReadFrom.earliest(), 0))).isEmpty();
    assertThat(answer(read(ReadFrom.earliest(), 0)).endOffset()).isZero();
  }

  @Test
  void readerAtTheEndWaitsForWhatComes() {
    replica.published(T, 2);
    Ticket read = read(ReadFrom.latest(), 10_000);
    assertThat(replica.isAnswered(read)).isFalse();
    replica.publish(T, Batches.of(1));
    assertThat(replica.isAnswered(read)).isFalse();

    replica.commit();

    assertThat(replica.offsetsOf(read)).containsExactly(2L);
  }

  @Test
  void readerIsAnsweredWithNothingWhenItWaitedLongEnough() {
    Ticket read = read(ReadFrom.earliest(), 1_000);
    replica.pass(999);
    assertThat(replica.isAnswered(read)).isFalse();

    replica.pass(1);

    assertThat(replica.offsetsOf(read)).isEmpty();
  }

  @Test
  void readerTakesNoMoreBytesThanItAskedForButAtLeastOneFrame() {
    replica.published(T, 1);
    replica.published(T, 1);
    Ticket read = replica.ask(new Read(T, 0, ReadFrom.earliest(), 1, 0));

    assertThat(replica.offsetsOf(read)).containsExactly(0L);
    assertThat(answer(read).nextOffset()).isEqualTo(1);
    assertThat(answer(read).endOffset()).isEqualTo(2);
  }

  @Test
  void readerGoesOnWhereRetentionLeftOff() {
    replica.published(T, 5);
    replica.published(T, 5);
    replica.journal.removeMessagesBelow(1, 5);

    assertThat(replica.offsetsOf(read(ReadFrom.offset(1), 0)).getFirst()).isEqualTo(5);
  }

  @Test
  void readerOfADeletedTopicIsToldSo() {
    Ticket read = read(ReadFrom.latest(), 10_000);
    replica.ask(new DeleteTopic(T));

    assertThat(replica.refusal(read)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    replica.pass(20_000);
  }

  @Test
  void readerOfATopicThatWasMadeAgainIsToldSo() {
    replica.published(T, 5);
    int partition = answer(read(ReadFrom.earliest(), 0)).partition();
    replica.ask(new DeleteTopic(T));
    replica.ask(new CreateTopic(TopicSpec.named(T), false));
    replica.published(T, 9);

    Ticket goesOn = replica.ask(new Read(T, 0, partition, ReadFrom.offset(5), 1 << 20, 10_000));
    assertThat(replica.refusal(goesOn)).isEqualTo(ErrorCode.TOPIC_REPLACED);
    int anew = answer(read(ReadFrom.earliest(), 0)).partition();
    assertThat(anew).isNotEqualTo(partition);
    Ticket begins = replica.ask(new Read(T, 0, anew, ReadFrom.offset(8), 1 << 20, 0));
    assertThat(replica.offsetsOf(begins)).containsExactly(8L);
  }

  @Test
  void anOffsetBeyondTheEndIsRefusedAndTheEndIsNot() {
    replica.published(T, 2);

    Ticket end = read(ReadFrom.offset(2), 10_000);
    assertThat(replica.isAnswered(end)).isFalse();
    for (int wait : new int[] {0, 10_000}) {
      assertThat(replica.refusal(read(ReadFrom.offset(3), wait)))
          .isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    }
  }

  @Test
  void readerOfATopicThatDoesNotExistIsRefused() {
    Ticket read = replica.ask(new Read("none", 0, ReadFrom.latest(), 1, 0));

    assertThat(replica.refusal(read)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
  }

  @Test
  void nobodyWaitsWhenTheConnectionIsGone() {
    Ticket read = read(ReadFrom.latest(), 10_000);
    replica.decide(new Event.SessionClosed(Replica.SESSION));
    replica.published(T, 1);
    replica.pass(20_000);

    assertThat(replica.isAnswered(read)).isFalse();
  }

  @Test
  void whoeverDoesNotReadAnswersIsToldWhereItStands() {
    replica.published(T, 3);
    replica.journal.stopsReading(Replica.SESSION);
    Ticket read = read(ReadFrom.offset(1), 0);

    assertThat(replica.offsetsOf(read)).isEmpty();
    assertThat(answer(read).nextOffset()).isEqualTo(1);
    assertThat(answer(read).endOffset()).isEqualTo(3);
  }
}
