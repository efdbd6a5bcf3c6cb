package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Now;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Settle;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.Verdict;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A replica that ceases to serve, and who comes with the wrong epoch. */
final class RetiringTest {
  private static final Now NOW = new Now(1_000_000_000, 1_000_000_000_000L);

  private static Read readFromEnd(long epoch) {
    return new Read("t", epoch, ReadFrom.latest(), 1 << 20, 60_000);
  }

  @Test
  void whoWaitsIsNamedWhenAReplicaRetires() {
    Replica replica = Replica.serving();
    replica.published("t", 1);
    replica.pulled("t", 1);
    Ticket pull = replica.pull("t", 1);
    Ticket read = replica.ask(readFromEnd(0));

    List<Ticket> waiting = replica.machine().retire();

    assertThat(waiting).containsExactlyInAnyOrder(pull, read);
    assertThat(replica.isAnswered(pull)).as("that is left to the caller").isFalse();
    assertThat(replica.machine().isActive()).isFalse();
    assertThat(replica.machine().nextWakeNanos(replica.now())).isEqualTo(Long.MAX_VALUE);
    assertThat(replica.machine().retire()).as("it has retired already").isEmpty();
  }

  @Test
  void replicaThatNeverServedRetiresSilently() {
    assertThat(new PartitionMachine(Replica.LIMITS, new JournalDouble()).retire()).isEmpty();
  }

  @Test
  void retiredReplicaReplaysOnAndServesAgain() {
    JournalDouble journal = new JournalDouble();
    PartitionMachine first = new PartitionMachine(Replica.LIMITS, journal);
    PartitionMachine second = new PartitionMachine(Replica.LIMITS, journal);
    activate(first, 1, journal);
    publish(first, 3, 1, journal);
    assertThat(journal.delivered(pull(first, 2, journal))).hasSize(3);

    first.retire();
    long turn = journal.end();
    journal.forEachFrame(second::replay);
    activate(second, 2, journal);
    publish(second, 2, 3, journal);
    second.retire();
    journal.forEachFrame(frame -> {
      if (frame.position() >= turn) {
        first.replay(frame);
      }
    });
    assertThat(first.snapshot()).isEqualTo(second.snapshot());
    activate(first, 3, journal);

    assertThat(journal.delivered(pull(first, 4, journal)))
        .extracting(Delivered::offset)
        .as("leases of the first turn are forgotten")
        .containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(first.redelivered()).as("all of them may have been handed out").isEqualTo(5);
    assertThat(first.state().epoch()).isEqualTo(3);
  }

  private static void activate(PartitionMachine machine, long epoch, JournalDouble journal) {
    machine.decide(new Event.Activated(epoch, "n", "b"), NOW, journal);
    commit(machine, journal);
  }

  private static void publish(
      PartitionMachine machine, int records, int correlation, JournalDouble journal) {
    Ticket ticket = new Ticket(1, correlation, CommandType.PUBLISH);
    journal.nextDecision();
    machine.decide(
        new Event.Publish(ticket, "t", 0, Durability.REPLICATED, 0, Batches.of(records)),
        NOW,
        journal);
    commit(machine, journal);
    assertThat(journal.answerOf(ticket)).isInstanceOf(Published.class);
  }

  private static Handed pull(PartitionMachine machine, int correlation, JournalDouble journal) {
    Ticket ticket = new Ticket(1, correlation, CommandType.PULL);
    journal.nextDecision();
    machine.decide(new Event.Ask(ticket, Replica.pullOf("t", 10)), NOW, journal);
    commit(machine, journal);
    Object answer = journal.answerOf(ticket);
    assertThat(answer).isInstanceOf(Handed.class);
    return (Handed) Objects.requireNonNull(answer);
  }

  private static void commit(PartitionMachine machine, JournalDouble journal) {
    do {
      journal.commitUpTo(journal.end());
      journal.nextDecision();
      machine.decide(new Event.Committed(journal.end()), NOW, journal);
      journal.releaseAnswers();
    } while (journal.committed() < journal.end());
  }

  @Test
  void pullsSettlesAndReadsOfAnotherEpochAreRefused() {
    Replica replica = Replica.serving().restarted();
    replica.published("t", 1);
    replica.pulled("t", 1);
    int generation = replica.group("t").generation();

    for (long epoch : new long[] {1, 3}) {
      ErrorCode expected = epoch == 1 ? ErrorCode.STALE_EPOCH : ErrorCode.NOT_ACTIVE;
      Pull pull =
          new Pull("t", epoch, "g", "c", 0, StartAt.EARLIEST, 1, 1_000, 0, 0, LeaseStage.STARTED);
      Settle settle =
          new Settle("t", epoch, "g", "c", 0, generation, List.of(Verdict.ack(0, 0, 1)));
      assertThat(replica.refusal(replica.ask(pull))).isEqualTo(expected);
      assertThat(replica.refusal(replica.ask(settle))).isEqualTo(expected);
      assertThat(replica.refusal(replica.ask(readFromEnd(epoch)))).isEqualTo(expected);
    }
    assertThat(replica.group("t").lag()).as("nothing was settled").isEqualTo(1);
  }

  @Test
  void pullsSettlesAndReadsOfThePresentEpochAreTaken() {
    Replica replica = Replica.serving().restarted();
    replica.published("t", 1);
    Ticket pull =
        replica.ask(
            new Pull(
                "t", 2, "g", "c", 0, StartAt.EARLIEST, 1, 1_000, 1_000, 0, LeaseStage.STARTED));
    replica.commit();
    assertThat(replica.deliveriesOf(pull)).hasSize(1);

    int generation = replica.group("t").generation();
    Ticket settle =
        replica.ask(new Settle("t", 2, "g", "c", 0, generation, List.of(Verdict.ack(0, 0, 1))));
    replica.commit();

    assertThat(replica.settled(settle).stale()).isEmpty();
    assertThat(replica.isAnswered(replica.ask(readFromEnd(2)))).as("it waits").isFalse();
  }

  @Test
  void whatIsPublishedAfterAnActivationWasHandedOutToNobodyBefore() {
    Replica replica = Replica.serving();
    replica.published("t", 2);
    replica.pulled("t", 2);
    replica.acked("t", 0, 0);

    Replica next = replica.restarted();
    next.published("t", 3);

    assertThat(next.pulled("t", 5))
        .containsExactly(
            new Delivered(1, 2), new Delivered(2, 1), new Delivered(3, 1), new Delivered(4, 1));
    next = next.restarted();
    assertThat(next.pulled("t", 5)).as("again").allMatch(each -> each.attempt() == 2);
  }

  @Test
  void messagesThatMayHaveBeenHandedOutBeforeAreCountedAsRedelivered() {
    Replica replica = Replica.serving();
    replica.published("t", 5);
    replica.pulled("t", 3);
    assertThat(replica.machine().redelivered()).isZero();
    replica.acked("t", 0, 0);

    Replica next = replica.restarted();
    next.pulled("t", 5);

    assertThat(next.machine().redelivered()).isEqualTo(4);

    next.published("t", 1);
    Delivered fresh = next.pulled("t", 1).getFirst();
    Ticket settle =
        next.settle("t", Verdict.nack(fresh.offset(), fresh.offset(), fresh.attempt(), 0));
    next.commit();
    assertThat(next.settled(settle).stale()).isEmpty();
    next.pass(1_000);
    assertThat(next.pulled("t", 1)).hasSize(1);
    assertThat(next.machine().redelivered()).as("of what was there before").isEqualTo(4);
  }
}
