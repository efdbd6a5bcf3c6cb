package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.decide.StateCost;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.state.MailCost;
import io.feige.broker.core.state.ProducerTable;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.broker.core.state.ReplicaState;
import io.feige.protocol.batch.OnceName;
import io.feige.protocol.command.Pull;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is charged for things is what they take of the heap, and not much more. */
final class StateCostTest {
  private static final int MANY = 50_000;
  private static final int OF_A_SESSION = 4_000;
  private static final String LONG = "n".repeat(100);

  @Test
  void batchThatWaitsForItsTime() {
    long bytes =
        HeapUse.ofEach(
            MANY,
            () -> {
              ReplicaState state = new ReplicaState(ReceiptLimits.ofEachTopic(1));
              state.apply(new JournalRecord.TopicCreated(1, TopicSpec.named("t")), 1, 1);
              JournalRecord.Producer nobody = new JournalRecord.Producer(0, 0);
              for (int i = 0; i < MANY; i++) {
                state.apply(
                    new JournalRecord.Delayed(1, 1_000_000 + i, 1, 100, nobody), 1_000L * i, 1);
              }
              return state;
            });

    assertThat(bytes).isBetween(StateCost.DELAYED_BYTES / 2L, (long) StateCost.DELAYED_BYTES);
  }

  @Test
  void producerOfWhichAsManyReceiptsAreKeptAsEver() {
    long bytes = bytesOfEachProducer(2_000, ProducerTable.RECEIPTS, 0);

    long charged = ReceiptLimits.PRODUCER_BYTES;
    assertThat(bytes).isBetween(charged * 3 / 4, charged);
  }

  @Test
  void idempotencyKey() {
    long bytes = bytesOfEachProducer(20_000, 1, OnceName.SEQUENCE);

    assertThat(bytes).isBetween(ReceiptLimits.KEY_BYTES / 2L, (long) ReceiptLimits.KEY_BYTES);
  }

  private static long bytesOfEachProducer(int producers, int batches, long firstSequence) {
    return HeapUse.ofEach(
        producers,
        () -> {
          ReplicaState state = new ReplicaState(ReceiptLimits.ofEachTopic(producers));
          state.apply(new JournalRecord.TopicCreated(1, TopicSpec.named("t")), 1, 1);
          for (int i = 0; i < producers * batches; i++) {
            JournalRecord.Producer producer =
                new JournalRecord.Producer(1_000_000L + i / batches, firstSequence + i % batches);
            state.apply(
                new JournalRecord.Messages(1, i, 0, 1, producer, JournalRecord.Published.PUBLISHED),
                1_000L * i,
                1);
          }
          return state;
        });
  }

  /** With a long name, and a filter. */
  @Test
  void mailboxThatHoldsAMessageMoreThanItHasPlacesFor() {
    int many = 5_000;
    int messages = 33;
    long bytes =
        HeapUse.ofEach(
            many,
            () -> {
              ReplicaState state = new ReplicaState(ReceiptLimits.ofEachTopic(1));
              TopicSpec topic =
                  TopicSpec.named("t").withMailboxCap(1_000).withPlace(TopicPlace.HERE);
              state.apply(new JournalRecord.TopicCreated(1, topic), 1, 1);
              JournalRecord.Producer nobody = new JournalRecord.Producer(0, 0);
              for (int i = 0; i < many; i++) {
                String owner = i + "n".repeat(240);
                MailSubscription filter = new MailSubscription("room/" + owner + "/+", 1);
                state.apply(
                    new JournalRecord.MailSubscribed(1, owner, List.of(filter), List.of()), 1, 1);
                state.apply(
                    new JournalRecord.Messages(
                        1,
                        (long) messages * i,
                        0,
                        messages,
                        nobody,
                        JournalRecord.Published.PUBLISHED,
                        Collections.nCopies(messages, owner)),
                    1_000L * i,
                    1);
              }
              return state;
            });

    String owner = "1234" + "n".repeat(240);
    long charged =
        MailCost.ofMailbox(owner)
            + (long) messages * MailCost.MESSAGE_BYTES
            + MailCost.ofFilter("room/" + owner + "/+");
    assertThat(bytes).isBetween(charged / 2, charged);
  }

  @Test
  void pullThatWaitsWithAConsumerOfItsOwn() {
    MachineLimits limits =
        new MachineLimits(
            true,
            TopicSpec.named("default"),
            9,
            9,
            9,
            MANY,
            ReceiptLimits.ofEachTopic(9),
            new MailLimits(1 << 20, 9),
            1 << 20,
            1 << 20,
            Replica.DISPATCH,
            Lifetimes.DEFAULT);
    long bytes =
        HeapUse.ofEach(
            MANY,
            () -> {
              Replica replica = Replica.withTopic(TopicSpec.named("topic-" + LONG), limits);
              for (int i = 0; i < MANY; i++) {
                replica.ask(1 + i / OF_A_SESSION, pull(i));
              }
              replica.commit();
              assertThat(replica.machine().parkedPulls()).isEqualTo(MANY);
              return replica;
            });

    assertThat(bytes).isBetween(StateCost.PARKED_BYTES / 2L, (long) StateCost.PARKED_BYTES);
  }

  /** With names of its own, as it comes off the wire. */
  private static Pull pull(int number) {
    return new Pull(
        "topic-" + LONG,
        0,
        "group-" + LONG,
        number + LONG,
        1 + number,
        StartAt.EARLIEST,
        1,
        1,
        1_000_000,
        0,
        LeaseStage.STARTED);
  }
}
