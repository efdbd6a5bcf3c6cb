package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.MessageTrace;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.MessageInGroup;
import io.feige.protocol.model.MessageStage;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a group stands with a message is told as it is. */
final class TraceTest {
  private static final String T = "t";

  private final Replica replica = Replica.withTopic(TopicSpec.named(T));
  private final Listener consumer = new Listener(replica, T, 1);

  private MessageInGroup at(long offset) {
    Ticket asked = replica.ask(new TraceMessage(T, offset, ""));
    MessageTrace trace = replica.answer(asked, MessageTrace.class);
    assertThat(trace.nextGroup()).isEmpty();
    assertThat(trace.groups()).hasSize(1);
    return trace.groups().getFirst();
  }

  @Test
  void messageThatNobodyHasWaitsBehindThoseThatAreNotSettled() {
    replica.published(T, 10);
    consumer.fetched(3);
    consumer.settled(Verdict.start(0, 1, 1), Verdict.ack(1, 1, 1));

    MessageInGroup last = at(9);

    assertThat(last.stage()).isEqualTo(MessageStage.WAITING);
    assertThat(last.before()).isEqualTo(8);
    assertThat(last.attempts()).isZero();
    assertThat(last.consumer()).isEmpty();
  }

  @Test
  void whoHasAMessageIsNamedWithTheTimesOfTheLease() {
    replica.published(T, 3);
    consumer.fetched(3);
    long got = replica.nowMillis();
    replica.pass(40);
    consumer.settled(Verdict.start(1, 1, 1));

    MessageInGroup fetched = at(0);
    MessageInGroup handed = at(1);

    assertThat(fetched.stage()).isEqualTo(MessageStage.FETCHED);
    assertThat(fetched.sinceMillis()).isBetween(got - 10, got + 10);
    assertThat(fetched.untilMillis()).isGreaterThan(replica.nowMillis());
    assertThat(fetched.attempts()).isEqualTo(1);
    assertThat(handed.stage()).isEqualTo(MessageStage.HANDED_OUT);
    assertThat(handed.consumer()).isNotEmpty().isEqualTo(fetched.consumer());
    assertThat(handed.before()).isEqualTo(1);
  }

  @Test
  void messageThatComesAgainSaysWhenAndHowOftenItWasThere() {
    replica.published(T, 1);
    consumer.fetched(1);
    consumer.settled(Verdict.start(0, 0, 1));
    consumer.settled(Verdict.nack(0, 0, 1, 5_000));

    MessageInGroup retried = at(0);

    assertThat(retried.stage()).isEqualTo(MessageStage.RETRY);
    assertThat(retried.attempts()).isEqualTo(1);
    assertThat(retried.untilMillis() - replica.nowMillis()).isBetween(4_900L, 5_000L);
  }

  @Test
  void settledMessageIsSettled() {
    replica.published(T, 2);
    consumer.fetched(2);
    consumer.settled(Verdict.start(0, 1, 1), Verdict.ack(1, 1, 1));

    assertThat(at(1))
        .isEqualTo(new MessageInGroup(Replica.GROUP, MessageStage.SETTLED, 0, "", 0, 0, 0, 0));
  }

  @Test
  void messageThatWasGivenUpNamesItsDeadLetter() {
    replica.published(T, 3);
    consumer.fetched(3);
    consumer.settled(Verdict.start(0, 2, 1), Verdict.ack(0, 0, 1), Verdict.reject(1, 2, 1, "no"));
    long rejected = replica.nowMillis();
    replica.pass(5_000);

    MessageInGroup letter = at(2);

    assertThat(letter.stage()).isEqualTo(MessageStage.GIVEN_UP);
    assertThat(letter.letter()).isEqualTo(1);
    assertThat(letter.attempts()).isEqualTo(1);
    assertThat(letter.consumer()).isNotEmpty();
    assertThat(letter.sinceMillis()).isBetween(rejected - 10, rejected + 10);
    assertThat(at(0).stage()).isEqualTo(MessageStage.SETTLED);
  }

  @Test
  void messageThatIsNotThereIsRefused() {
    replica.published(T, 2);

    assertThat(replica.refusal(replica.ask(new TraceMessage(T, 2, ""))))
        .isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    assertThat(replica.refusal(replica.ask(new TraceMessage("none", 0, ""))))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
  }

  @Test
  void topicWithoutGroupsHasAnEmptyTrace() {
    replica.published(T, 1);

    Ticket asked = replica.ask(new TraceMessage(T, 0, ""));
    assertThat(replica.answer(asked, MessageTrace.class).groups()).isEqualTo(List.of());
  }
}
