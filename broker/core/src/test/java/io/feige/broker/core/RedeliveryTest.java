package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a consumer is told about messages that it, or another one, may have seen before. */
final class RedeliveryTest {
  private static final String T = "t";

  private final Replica replica = Replica.withTopic(TopicSpec.named(T));

  @Test
  void firstDeliveriesAreAttemptOne() {
    replica.published(T, 500);

    assertThat(replica.pulled(T, 500)).allMatch(delivered -> delivered.attempt() == 1);
  }

  @Test
  void redeliveryAfterARestartSaysSo() {
    replica.published(T, 10);
    int taken = replica.pulled(T, 10).size();
    Replica next = replica.restarted();

    assertThat(next.pulled(T, taken)).hasSize(taken).allMatch(d -> d.attempt() == 2);
  }

  @Test
  void messagesThatWereNeverHandedOutAreAttemptOneAfterARestart() {
    replica.published(T, 1_000);
    replica.pulled(T, 1);
    Replica next = replica.restarted();

    List<Delivered> delivered = next.pulled(T, 1_000);
    delivered = delivered.isEmpty() ? next.pulled(T, 1_000) : delivered;
    assertThat(delivered.getFirst()).isEqualTo(new Delivered(0, 2));
    assertThat(next.pulled(T, 1_000)).isNotEmpty().allMatch(d -> d.attempt() == 1);
  }

  @Test
  void messagesPublishedAfterTheRestartAreAttemptOne() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.acked(T, 0, 0);
    Replica next = replica.restarted();
    for (int i = 0; i < 100; i++) {
      next.published(T, 1);
    }

    // A few that the record covered ahead of time are taken for delivered; that is the safe side.
    long marked = 0;
    for (int taken = 0; taken < 100; ) {
      List<Delivered> delivered = next.pulled(T, 100);
      marked += delivered.stream().filter(d -> d.attempt() > 1).count();
      taken += delivered.size();
    }
    assertThat(marked).isLessThan(32);
  }

  @Test
  void attemptOfARetrySurvivesARestart() {
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 0));
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 2, 3_000));
    replica.commit();
    Replica next = replica.restarted();
    Ticket pull = next.pull(T, 1);
    next.commit();
    next.pass(2_999);
    assertThat(next.isAnswered(pull)).isFalse();

    next.pass(1);

    assertThat(next.deliveriesOf(pull)).containsExactly(new Delivered(0, 3));
  }

  @Test
  void nackThatACrashLostLeavesTheMessageToBeDeliveredAgain() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    replica.settle(T, Verdict.nack(0, 0, 1, 60_000), Verdict.ack(1, 1, 1));
    Replica next = replica.restarted();

    assertThat(next.pulled(T, 2)).containsExactly(new Delivered(0, 2), new Delivered(1, 2));
  }

  @Test
  void deliveryIsNeverMadeBeforeTheRecordThatRemembersIt() {
    replica.published(T, 100_000);
    List<Ticket> pulls = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      pulls.add(replica.pull(T, 500));
      assertThat(rememberedAfterACrash()).isGreaterThanOrEqualTo(handedOut(pulls));
      replica.commitOnce();
      assertThat(rememberedAfterACrash()).isGreaterThanOrEqualTo(handedOut(pulls));
    }
    assertThat(handedOut(pulls)).isGreaterThan(5_000);
  }

  private long handedOut(List<Ticket> pulls) {
    return pulls.stream()
        .filter(replica::isAnswered)
        .mapToLong(pull -> replica.deliveriesOf(pull).size())
        .sum();
  }

  private long rememberedAfterACrash() {
    Replica standby = replica.replayedUpTo(replica.journal.committed());
    return standby.machine().state().partitions().stream()
        .flatMap(partition -> partition.groups().stream())
        .mapToLong(group -> group.cursor().handedUpTo())
        .max()
        .orElse(0);
  }

  @Test
  void windowOfADeletedGroupDoesNotOpenThatOfItsSuccessor() {
    replica.published(T, 3_000);
    replica.pull(T, 1);
    replica.ask(new DeleteGroup(T, Replica.GROUP));
    Ticket pull = replica.pull(T, 1);
    replica.commit();
    assertThat(replica.offsetsOf(pull)).containsExactly(0L);

    for (int taken = 1; taken < 3_000; ) {
      int more = replica.pulled(T, 3_000).size();
      assertThat(more).isPositive();
      taken += more;
    }
  }
}
