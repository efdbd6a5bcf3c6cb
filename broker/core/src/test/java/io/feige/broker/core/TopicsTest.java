package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.TopicAltered;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicSpec;
import org.junit.jupiter.api.Test;

final class TopicsTest {
  private static final String T = "t";

  private final Replica replica = Replica.serving();

  private Ticket create(String name, boolean ifAbsent) {
    return replica.ask(new CreateTopic(TopicSpec.named(name), ifAbsent));
  }

  private TopicDescription describe(Replica of) {
    Ticket list = of.ask(new ListTopics(T));
    return of.answer(list, TopicList.class).topics().getFirst();
  }

  @Test
  void createdTopicIsAnsweredAfterTheCommitAndSurvivesARestart() {
    TopicSpec spec = TopicSpec.named(T).withOrder(OrderMode.BY_KEY).withMaxAttempts(3);
    Ticket create = replica.ask(new CreateTopic(spec, false));
    assertThat(replica.isAnswered(create)).isFalse();
    replica.commit();

    assertThat(replica.answer(create, TopicCreated.class).topic().spec()).isEqualTo(spec);
    assertThat(describe(replica.restarted())).isEqualTo(describe(replica));
  }

  @Test
  void topicIsCreatedOnce() {
    create(T, false);
    assertThat(replica.refusal(create(T, false))).isEqualTo(ErrorCode.TOPIC_EXISTS);
    Ticket again = create(T, true);
    replica.commit();

    assertThat(replica.answer(again, TopicCreated.class).topic().partition()).isOne();
  }

  @Test
  void alteredTopicHasItsNewSettingsAfterARestartToo() {
    create(T, false);
    TopicSpec altered = TopicSpec.named(T).withMaxAttempts(3).withRetention(1_000, 2, false);
    Ticket alter = replica.ask(new AlterTopic(altered));
    assertThat(replica.isAnswered(alter)).isFalse();
    replica.commit();

    assertThat(replica.answer(alter, TopicAltered.class).topic().spec()).isEqualTo(altered);
    assertThat(describe(replica.restarted()).spec()).isEqualTo(altered);
  }

  @Test
  void orderOfATopicStays() {
    create(T, false);
    TopicSpec ordered = TopicSpec.named(T).withOrder(OrderMode.BY_KEY);

    assertThat(replica.refusal(replica.ask(new AlterTopic(ordered))))
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(replica.refusal(replica.ask(new AlterTopic(TopicSpec.named("none")))))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
  }

  @Test
  void nameMustLeaveRoomForThatOfItsDeadLetters() {
    assertThat(replica.refusal(create("n".repeat(197), false))).isEqualTo(ErrorCode.NAME_INVALID);
    assertThat(replica.refusal(replica.publish("n".repeat(197), Batches.of(1))))
        .isEqualTo(ErrorCode.NAME_INVALID);
    create("n".repeat(196), false);
    create("n".repeat(196) + ".dlq", false);
    replica.commit();

    assertThat(replica.machine().state().partitions()).hasSize(2);
  }

  @Test
  void deletedTopicEndsItsWaitingPulls() {
    create(T, false);
    Ticket pull = replica.pull(T, 1);
    replica.commit();
    Ticket delete = replica.ask(new DeleteTopic(T));
    assertThat(replica.refusal(pull)).isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    replica.commit();

    replica.answer(delete, TopicDeleted.class);
    assertThat(replica.machine().parkedPulls()).isZero();
    replica.pass(100_000);
  }

  @Test
  void topicThatIsCreatedAgainHasNothingOfTheOldOne() {
    replica.published(T, 5);
    replica.pulled(T, 2);
    replica.publish(T, Batches.of(1));
    replica.ask(new DeleteTopic(T));
    replica.published(T, 1);

    assertThat(replica.pulled(T, 9)).containsExactly(new Delivered(0, 1));
    assertThat(describe(replica).partition()).isEqualTo(2);
    Replica next = replica.restarted();
    assertThat(describe(next).endOffset()).isOne();
    assertThat(next.machine().snapshot()).isNotNull();
  }

  @Test
  void listSaysWhereATopicStands() {
    replica.published(T, 3);
    replica.publish(T, Batches.of(2));
    replica.publish(T, Batches.delayed(1, replica.nowMillis() + 1_000));

    TopicDescription topic = describe(replica);
    assertThat(topic.startOffset()).isZero();
    assertThat(topic.endOffset()).isEqualTo(5);
    assertThat(topic.committedOffset()).isEqualTo(3);
    assertThat(topic.delayed()).isOne();
    assertThat(topic.bytes()).isPositive();
    assertThat(topic.createdAtMillis()).isEqualTo(replica.nowMillis());
  }

  @Test
  void whatDoesNotExistIsNotFound() {
    assertThat(replica.refusal(replica.ask(new DeleteTopic("none"))))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(replica.refusal(replica.ask(new ListTopics("none"))))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(replica.answer(replica.ask(new ListTopics("")), TopicList.class).topics()).isEmpty();
  }
}
