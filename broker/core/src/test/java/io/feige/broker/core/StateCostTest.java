package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.StateCost;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.state.ReplicaState;
import io.feige.protocol.command.Pull;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
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
              ReplicaState state = new ReplicaState(1);
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
  void pullThatWaitsWithAConsumerOfItsOwn() {
    MachineLimits limits =
        new MachineLimits(
            true,
            TopicSpec.named("default"),
            9,
            9,
            9,
            MANY,
            9,
            1 << 20,
            1 << 20,
            Replica.DISPATCH,
            Lifetimes.DEFAULT);
    long bytes =
        HeapUse.ofEach(
            MANY,
            () -> {
              Replica replica = Replica.serving(limits);
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
