package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.command.Read;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Messages that the journal let go of, and a history keeps. */
final class ReadingBackTest {
  private static final String T = "t";
  private static final int PARTITION = 1;

  private Replica replica = Replica.withTopic(TopicSpec.named(T).withMaxAttempts(2));

  private static List<Long> offsets(long first, long last) {
    return LongStream.rangeClosed(first, last).boxed().toList();
  }

  private void publish(int batches, int records) {
    for (int i = 0; i < batches; i++) {
      replica.published(T, records);
    }
  }

  /** Lets everything happen that was begun. */
  private void settle() {
    do {
      replica.commit();
    } while (replica.bring());
  }

  private List<Long> pullAll() {
    List<Long> all = new ArrayList<>();
    for (List<Long> some = pullSome(); !some.isEmpty(); some = pullSome()) {
      all.addAll(some);
    }
    return all;
  }

  private List<Long> pullSome() {
    Ticket pull = replica.ask(Replica.pullOf(T, 3, 0));
    settle();
    replica.pass(2_000);
    List<Long> offsets = replica.offsetsOf(pull);
    offsets.forEach(offset -> replica.acked(T, offset, offset));
    return offsets;
  }

  @Test
  void aBacklogComesFromTheHistoryAndThenFromTheJournal() {
    publish(10, 4);
    replica.journal.moveToHistory(PARTITION, 27);

    assertThat(pullAll()).isEqualTo(offsets(0, 39));
    assertThat(replica.group(T).floor()).isEqualTo(40);
  }

  @Test
  void nothingIsPassedOverWhileTheHistoryCannotBeAsked() {
    publish(10, 4);
    replica.journal.moveToHistory(PARTITION, 20);
    Ticket pull = replica.pull(T, 10);
    replica.commit();

    replica.pass(50_000);

    assertThat(replica.isAnswered(pull)).isFalse();
    assertThat(replica.journal.count(FrameKind.SETTLE)).isZero();
    assertThat(replica.journal.history().asked()).as("asked for again").isBetween(100, 1_000);
    assertThat(replica.group(T).blockedBecause()).contains("read back from the message store");
    settle();
    assertThat(replica.offsetsOf(pull)).isEqualTo(offsets(0, 7));
  }

  @Test
  void whatTheHistoryLacksIsPassedOver() {
    publish(3, 4);
    replica.journal.removeMessagesBelow(PARTITION, 4);
    replica.journal.moveToHistory(PARTITION, 8);

    Ticket read = replica.ask(new Read(T, 0, ReadFrom.offset(0), 1 << 20, 0));
    settle();

    assertThat(replica.offsetsOf(read)).isEqualTo(offsets(4, 11));
  }

  @Test
  void aPullWithoutWaitIsKeptForWhatIsOnItsWay() {
    publish(2, 2);
    replica.journal.moveToHistory(PARTITION, 4);
    Ticket pull = replica.ask(Replica.pullOf(T, 2, 0));
    replica.commit();
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.pass(1_000);

    assertThat(replica.offsetsOf(pull)).isEmpty();
  }

  @Test
  void keysKeepTheirOrderAcrossARestart() {
    replica = Replica.withTopic(TopicSpec.named(T).withOrder(OrderMode.BY_KEY));
    replica.publish(T, Batches.keyed("a", "b"));
    replica.publish(T, Batches.keyed("a", "b"));
    replica.commit();
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 5_000));
    replica.commit();
    replica.journal.moveToHistory(PARTITION, 4);
    replica = replica.restarted();

    Ticket pull = replica.pull(T, 10);
    settle();

    assertThat(replica.offsetsOf(pull)).as("2 waits for 0, which waits").containsExactly(1L, 3L);
  }

  @Test
  void aMessageOfTheHistoryCanBeGivenUp() {
    publish(3, 4);
    replica.journal.moveToHistory(PARTITION, 8);
    Ticket pull = replica.pull(T, 1);
    settle();
    int attempt = replica.deliveriesOf(pull).getFirst().attempt();
    replica.ask(new Read(T, 0, ReadFrom.offset(7), 1, 0));
    settle();

    replica.settle(T, Verdict.reject(0, 0, attempt, "no"));
    settle();
    for (int i = 0; i < 3 && deadLetters() == 0; i++) {
      Ticket again = replica.ask(Replica.pullOf(T, 1, 5_000));
      replica.pass(2_000);
      settle();
      replica
          .deliveriesOf(again)
          .forEach(each ->
              replica.settle(
                  T, Verdict.reject(each.offset(), each.offset(), each.attempt(), "no")));
      settle();
    }

    assertThat(deadLetters()).isPositive();
  }

  private long deadLetters() {
    PartitionState letters = replica.machine().state().topic(T + ".dlq");
    return letters == null ? 0 : letters.endOffset();
  }

  @Test
  void aReaderIsServedFromTheHistory() {
    publish(6, 4);
    replica.journal.moveToHistory(PARTITION, 16);
    List<Long> all = new ArrayList<>();
    long next = 0;
    while (next < 24) {
      Ticket read = replica.ask(new Read(T, 0, ReadFrom.offset(next), 1 << 20, 0));
      settle();
      all.addAll(replica.offsetsOf(read));
      next = replica.answer(read, Handed.ToReader.class).nextOffset();
    }

    assertThat(all).isEqualTo(offsets(0, 23));
  }
}
