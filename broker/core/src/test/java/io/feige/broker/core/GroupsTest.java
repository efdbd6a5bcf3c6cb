package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.GroupDeleted;
import io.feige.protocol.command.GroupReset;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.GroupDescription;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GroupsTest {
  private static final String T = "t";

  private final Replica replica = Replica.withTopic(TopicSpec.named(T));

  private Ticket reset(ReadFrom to) {
    return replica.ask(new ResetGroup(T, Replica.GROUP, to));
  }

  @Test
  void groupThatIsMovedBackGetsItsMessagesAgain() {
    replica.published(T, 5);
    replica.pulled(T, 5);
    replica.acked(T, 0, 4);
    Ticket pull = replica.pull(T, 9);
    Ticket reset = reset(ReadFrom.offset(3));
    assertThat(replica.isAnswered(reset)).isFalse();
    replica.commit();

    GroupDescription group = replica.answer(reset, GroupReset.class).group();
    assertThat(group.generation()).isEqualTo(2);
    assertThat(group.floor()).isEqualTo(3);
    assertThat(replica.offsetsOf(pull)).containsExactly(3L, 4L);
    assertThat(replica.answer(pull, Handed.ToConsumer.class).generation()).isEqualTo(2);
  }

  @Test
  void groupIsNotMovedBeyondTheEnd() {
    replica.published(T, 5);
    replica.pulled(T, 2);

    for (long beyond : new long[] {6, Long.MAX_VALUE}) {
      assertThat(replica.refusal(reset(ReadFrom.offset(beyond))))
          .isEqualTo(ErrorCode.OFFSET_OUT_OF_RANGE);
    }
    Ticket end = reset(ReadFrom.offset(5));
    replica.commit();
    assertThat(replica.answer(end, GroupReset.class).group().floor()).isEqualTo(5);
  }

  @Test
  void groupIsNotMovedByAnOffsetOfAnotherPartition() {
    replica.published(T, 5);
    replica.pulled(T, 2);
    ResetGroup ofAnother = new ResetGroup(T, Replica.GROUP, 77, ReadFrom.offset(0));

    assertThat(replica.refusal(replica.ask(ofAnother))).isEqualTo(ErrorCode.TOPIC_REPLACED);
    assertThat(replica.group(T).generation()).isOne();
  }

  @Test
  void groupThatIsMovedAheadSkipsWhatIsBetween() {
    replica.published(T, 5);
    replica.pulled(T, 2);
    reset(ReadFrom.latest());
    replica.commit();
    replica.published(T, 1);

    assertThat(replica.pulled(T, 9)).containsExactly(new Delivered(5, 1));
  }

  @Test
  void verdictsOfTheOldGenerationAreRefusedAlsoAfterARestart() {
    replica.published(T, 5);
    replica.pulled(T, 5);
    reset(ReadFrom.earliest());
    replica.commit();
    Settle old = new Settle(T, 0, Replica.GROUP, "c", 0, 1, List.of(Verdict.ack(0, 4, 1)));

    assertThat(replica.refusal(replica.ask(old))).isEqualTo(ErrorCode.STALE_GENERATION);
    Replica next = replica.restarted();
    assertThat(next.refusal(next.ask(old))).isEqualTo(ErrorCode.STALE_GENERATION);
    assertThat(next.group(T).generation()).isEqualTo(2);
  }

  @Test
  void verdictsOnADeletedGroupAreNotTakenForANewOneOfThatName() {
    replica.published(T, 5);
    replica.pulled(T, 5);
    replica.ask(new DeleteGroup(T, Replica.GROUP));
    replica.commit();
    replica.pull(T, 1);
    replica.commit();
    Settle old = new Settle(T, 0, Replica.GROUP, "c", 0, 1, List.of(Verdict.ack(0, 4, 1)));

    assertThat(replica.refusal(replica.ask(old))).isEqualTo(ErrorCode.STALE_GENERATION);
    Replica next = replica.restarted();
    assertThat(next.refusal(next.ask(old))).isEqualTo(ErrorCode.STALE_GENERATION);
    assertThat(next.group(T).floor()).isZero();
  }

  @Test
  void leasesOfTheOldGenerationDoNotTouchTheNewOne() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    reset(ReadFrom.earliest());
    assertThat(replica.pulled(T, 1)).containsExactly(new Delivered(0, 1));
    replica.pass(29_000);

    assertThat(replica.group(T).outstanding()).isOne();
    assertThat(replica.group(T).retrying()).isZero();
  }

  @Test
  void deletedGroupEndsItsWaitingPullsAndBeginsAnew() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    replica.acked(T, 0, 1);
    Ticket pull = replica.pull(T, 1);
    Ticket delete = replica.ask(new DeleteGroup(T, Replica.GROUP));
    replica.commit();

    assertThat(replica.refusal(pull)).isEqualTo(ErrorCode.GROUP_NOT_FOUND);
    replica.answer(delete, GroupDeleted.class);
    replica.pass(60_000);
    assertThat(replica.pulled(T, 9)).containsExactly(new Delivered(0, 1), new Delivered(1, 1));
  }

  @Test
  void whatDoesNotExistIsNotFound() {
    assertThat(replica.refusal(replica.ask(new DeleteGroup(T, "none"))))
        .isEqualTo(ErrorCode.GROUP_NOT_FOUND);
    assertThat(replica.refusal(replica.ask(new ResetGroup("none", "g", ReadFrom.latest()))))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(replica.refusal(replica.ask(new ListGroups("none", ""))))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(replica.refusal(replica.ask(new ListGroups(T, "none"))))
        .isEqualTo(ErrorCode.GROUP_NOT_FOUND);
  }

  @Test
  void listSaysWhereAGroupStands() {
    replica.published(T, 10);
    replica.pulled(T, 6);
    replica.settle(T, Verdict.ack(1, 2, 1), Verdict.nack(3, 3, 1, 9_000));
    replica.commit();

    GroupDescription group = replica.group(T);
    assertThat(group.floor()).isZero();
    assertThat(group.endOffset()).isEqualTo(10);
    assertThat(group.ackedAbove()).isEqualTo(2);
    assertThat(group.outstanding()).isEqualTo(3);
    assertThat(group.retrying()).isOne();
    assertThat(group.lag()).isEqualTo(8);
    assertThat(group.oldestUnsettledMillis()).isEqualTo(replica.nowMillis());
  }

  @Test
  void listSaysWhyAGroupDoesNotMove() {
    Replica narrow =
        Replica.withTopic(TopicSpec.named(T), Replica.limits(DispatchLimits.ofEach(2, 2)));
    narrow.published(T, 5);
    narrow.pulled(T, 1);
    assertThat(narrow.group(T).blockedBecause()).as("worked on").isEmpty();
    narrow.pass(14_999);
    assertThat(narrow.group(T).blockedBecause()).as("half of the lease").isEmpty();
    narrow.pass(1);
    assertThat(narrow.group(T).blockedBecause())
        .contains("no consumer asks for more: 1 consumer holds 1 message");
    narrow.pulled(T, 5);
    assertThat(narrow.group(T).blockedBecause()).contains("2 messages are held");
    narrow.settle(T, Verdict.ack(1, 1, 1), Verdict.nack(0, 0, 1, 5_000));
    narrow.pulled(T, 1);
    narrow.acked(T, 2, 4);
    assertThat(narrow.group(T).blockedBecause()).isNotEmpty();
    narrow.pass(5_000);
    narrow.pulled(T, 9);
    narrow.acked(T, 0, 4);
    assertThat(narrow.group(T).blockedBecause()).isEmpty();
  }

  @Test
  void groupsStandOnTheirOwn() {
    replica.published(T, 3);
    replica.pulled(T, 3);
    replica.acked(T, 0, 2);
    Ticket other =
        replica.ask(
            new Pull(
                T, 0, "other", "c", 0, StartAt.EARLIEST, 9, 9_999, 1_000, 0, LeaseStage.STARTED));
    replica.commit();

    assertThat(replica.offsetsOf(other)).containsExactly(0L, 1L, 2L);
  }
}
