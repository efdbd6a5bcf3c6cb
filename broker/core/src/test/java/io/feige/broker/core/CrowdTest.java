package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.PartitionState;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Request;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Very many wait for the same thing, or for the same moment: no turn does all of them. */
final class CrowdTest {
  private static final String T = "t";
  private static final int CROWD = 5_000;
  private static final int GROUPS = 1_500;
  private static final int HOLDERS = 20;
  private static final int HELD = 50_000;
  private static final int MOST_OF_A_TURN = 1_100;
  private static final int MOST_LETTERS_OF_A_TURN = 5_000;
  private static final int A_SESSIONS_SHARE = 1_000;
  private static final int WAIT_MILLIS = 60_000;
  private static final int LEASE_MILLIS = 30_000;
  private static final MachineLimits LIMITS =
      new MachineLimits(
          true,
          TopicSpec.named("default"),
          100,
          10_000,
          100,
          100_000,
          ReceiptLimits.ofEachTopic(100),
          new MailLimits(64 << 20, 9),
          1 << 20,
          1 << 20,
          DispatchLimits.ofEach(100_000, 100_000),
          Lifetimes.DEFAULT);

  private Replica replica = Replica.withTopic(TopicSpec.named(T), LIMITS);
  private int answers;
  private int empty;

  private void ask(int index, Request request) {
    replica.ask(10 + index / A_SESSIONS_SHARE, request);
  }

  private static Pull pull(String group, int messages) {
    return new Pull(
        T,
        0,
        group,
        "c",
        0,
        StartAt.EARLIEST,
        messages,
        1 << 20,
        WAIT_MILLIS,
        LEASE_MILLIS,
        LeaseStage.STARTED);
  }

  private void count() {
    answers = 0;
    empty = 0;
    replica.journal.observe((_, answer) -> {
      answers++;
      empty += isEmpty(answer) ? 1 : 0;
    });
  }

  private static boolean isEmpty(Object answer) {
    return switch (answer) {
      case Handed.ToReader reader -> reader.handouts().isEmpty();
      case Handed.ToConsumer consumer -> consumer.handouts().isEmpty();
      case Handed.ToOwner owner -> owner.handouts().isEmpty();
      default -> false;
    };
  }

  private void turn(Runnable turn) {
    int before = answers;
    turn.run();
    assertThat(answers - before).isLessThanOrEqualTo(MOST_OF_A_TURN);
  }

  /** Turns in each of which not too many are answered; nobody has to wait for anything to come. */
  private void turnsUntilAnswered(int crowd) {
    long begunNanos = replica.now().nanos();
    for (int turns = 0; answers < crowd; turns++) {
      assertThat(turns).as("turns that answered %d of %d", answers, crowd).isLessThan(100);
      turn(replica::commitOnce);
      turn(() -> {
        if (replica.machine().nextWakeNanos(replica.now()) <= replica.now().nanos() + 1) {
          replica.passToNextWake();
        }
      });
    }
    assertThat(answers).isEqualTo(crowd);
    assertThat(replica.now().nanos() - begunNanos).isLessThan(1_000_000);
  }

  private void endTogether(int crowd) {
    count();
    turn(replica::passToNextWake);
    turnsUntilAnswered(crowd);
    assertThat(empty).isEqualTo(crowd);
  }

  @Test
  void readsThatWaitForTheSameMessage() {
    for (int i = 0; i < CROWD; i++) {
      ask(i, new Read(T, 0, ReadFrom.latest(), 1 << 20, WAIT_MILLIS));
    }
    replica.publish(T, Batches.of(1));
    count();
    replica.commitOnce();
    assertThat(answers).isBetween(1, MOST_OF_A_TURN);

    Ticket other = replica.publish(T, Batches.of(1));
    replica.commitOnce();
    assertThat(replica.isAnswered(other)).isTrue();
    turnsUntilAnswered(CROWD + 2);
    assertThat(empty).isZero();
  }

  @Test
  void readsThatEndTogether() {
    for (int i = 0; i < CROWD; i++) {
      ask(i, new Read(T, 0, ReadFrom.latest(), 1 << 20, WAIT_MILLIS));
    }

    endTogether(CROWD);
  }

  @Test
  void pullsOfOneGroupThatAllGetSomething() {
    for (int i = 0; i < CROWD; i++) {
      ask(i, pull("g", 1));
    }
    replica.commit();
    count();
    replica.publish(T, Batches.of(CROWD));

    turnsUntilAnswered(CROWD + 1);
    assertThat(empty).isZero();
  }

  @Test
  void groupsThatWaitForTheSameMessage() {
    for (int i = 0; i < GROUPS; i++) {
      ask(i, pull("g" + i, 1));
    }
    replica.commit();
    count();
    replica.publish(T, Batches.of(1));

    turnsUntilAnswered(GROUPS + 1);
    assertThat(empty).isZero();
  }

  @Test
  void groupsWhosePullsEndTogether() {
    for (int i = 0; i < GROUPS; i++) {
      ask(i, pull("g" + i, 1));
    }
    replica.commit();

    endTogether(GROUPS);
  }

  @Test
  void aMillionLeasesThatEndTogether() {
    replica = Replica.withTopic(TopicSpec.named(T).withMaxAttempts(1), LIMITS);
    for (int published = 0; published < HELD; published += CROWD) {
      replica.published(T, CROWD);
    }
    for (int i = 0; i < HOLDERS; i++) {
      while (replica.machine().outstanding() < (i + 1L) * HELD) {
        ask(i, pull("g" + i, CROWD));
        replica.commit();
      }
    }
    long letters = 0;
    for (int turns = 0; letters < (long) HOLDERS * HELD; turns++) {
      assertThat(turns).isLessThan(2_000);
      replica.passToNextWake();
      replica.commit();
      assertThat(letters() - letters).isLessThan(MOST_LETTERS_OF_A_TURN);
      letters = letters();
    }

    assertThat(replica.machine().outstanding()).isZero();
  }

  private long letters() {
    PartitionState letters = replica.machine().state().topic(LetterRule.lettersOf(T));
    return letters == null ? 0 : letters.endOffset();
  }

  private static ReadMailbox mailOf(String identity) {
    return new ReadMailbox("inbox", 0, identity, 0, 10, 1 << 20, WAIT_MILLIS);
  }

  @Test
  void readsOfMailboxesThatEndTogether() {
    replica =
        Replica.withTopic(
            TopicSpec.named("inbox").withMailboxCap(10).withRetention(0, 0, false), LIMITS);
    for (int i = 0; i < CROWD; i++) {
      ask(i, mailOf("i" + i));
    }

    endTogether(CROWD);
  }

  @Test
  void readsOfManyMailboxesThatGetSomethingTogether() {
    replica =
        Replica.withTopic(
            TopicSpec.named("inbox").withMailboxCap(10).withRetention(0, 0, false), LIMITS);
    String[] owners = IntStream.range(0, CROWD).mapToObj(i -> "i" + i).toArray(String[]::new);
    for (int i = 0; i < CROWD; i++) {
      ask(i, mailOf(owners[i]));
    }
    count();
    replica.publish("inbox", Batches.keyed(owners));

    turnsUntilAnswered(CROWD + 1);
    assertThat(empty).isZero();
  }

  @Test
  void soManyWaitForOneMailbox() {
    replica =
        Replica.withTopic(
            TopicSpec.named("inbox").withMailboxCap(10).withRetention(0, 0, false), LIMITS);
    for (int i = 0; i < A_SESSIONS_SHARE; i++) {
      ask(i, mailOf("alice"));
    }

    Ticket tooMany = replica.ask(mailOf("alice"));
    Ticket another = replica.ask(mailOf("bob"));

    assertThat(replica.refusal(tooMany)).isEqualTo(ErrorCode.TOO_MANY_PARKED_PULLS);
    assertThat(replica.isAnswered(another)).isFalse();
  }
}
