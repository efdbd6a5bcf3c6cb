package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.model.GroupDescription;
import io.feige.protocol.model.GroupHolder;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Consumers that come, go and come back, and that get from each other what is not started. */
final class HoldersTest {
  private static final String T = "t";

  private final Replica replica = Replica.withTopic(TopicSpec.named(T));
  private final Listener one = new Listener(replica, T, 1);
  private final Listener two = new Listener(replica, T, 2);
  private final Listener three = new Listener(replica, T, 3);

  private static OffsetRange range(long first, long last) {
    return new OffsetRange(first, last);
  }

  @Test
  void whatAConsumerFetchedAheadIsGivenToOthersSoonAfterItsConnectionClosed() {
    replica.published(T, 10);
    one.fetched(10);
    one.settled(Verdict.claim(0, 1, 1), Verdict.start(2, 2, 1));
    two.fetched(0);
    one.goes();
    Ticket pull = two.asks(20);
    replica.pass(990);
    assertThat(replica.offsetsOf(pull)).hasSizeLessThan(5);
    Ticket rest = two.asks(20);

    replica.pass(20);

    assertThat(replica.deliveriesOf(rest)).allMatch(delivered -> delivered.attempt() == 1);
    assertThat(replica.offsetsOf(rest)).doesNotContain(0L, 1L, 2L);
    assertThat(replica.offsetsOf(pull).size() + replica.offsetsOf(rest).size()).isEqualTo(7);
  }

  @Test
  void consumerThatComesBackInTimeKeepsWhatItHas() {
    replica.published(T, 10);
    one.fetched(10);
    one.goes();
    replica.pass(900);
    one.comesBack();
    one.settled(Verdict.ack(9, 9, 1));
    replica.pass(5_000);

    assertThat(one.settled(Verdict.claim(0, 8, 1))).isEmpty();
  }

  @Test
  void consumerThatComesBackTooLateLearnsThatItHasNothing() {
    replica.published(T, 10);
    one.fetched(10);
    one.settled(Verdict.claim(0, 0, 1));
    one.goes();
    replica.pass(1_001);
    one.comesBack();

    assertThat(one.settled(Verdict.claim(0, 9, 1))).containsExactly(range(1, 9));
  }

  @Test
  void consumerThatAlreadySpeaksOverAnotherConnectionIsNotGone() {
    replica.published(T, 4);
    Listener same = new Listener(replica, T, 1);
    one.fetched(4);
    same.comesBack();
    same.settled(Verdict.claim(0, 0, 1));
    one.goes();

    assertThat(same.settled(Verdict.claim(1, 3, 1))).isEmpty();
  }

  @Test
  void keyOfAConsumerThatIsGoneWaitsForWhatItStarted() {
    Replica keyed = Replica.withTopic(TopicSpec.named(T).withOrder(OrderMode.BY_KEY));
    keyed.publish(T, Batches.keyed("a", "a", "b", "b"));
    keyed.commit();
    Listener gone = one.at(keyed);
    gone.fetched(4);
    gone.settled(Verdict.start(0, 0, 1));
    gone.goes();
    Ticket pull = two.at(keyed).asks(9);
    keyed.pass(1_010);
    assertThat(keyed.offsetsOf(pull)).containsExactly(2L, 3L);
    Ticket next = two.at(keyed).asks(9);
    keyed.pass(28_000);
    assertThat(keyed.isAnswered(next)).isFalse();

    keyed.pass(3_000);

    assertThat(keyed.deliveriesOf(next)).containsExactly(new Delivered(0, 2), new Delivered(1, 1));
  }

  @Test
  void consumerThatHasNothingGetsHalfOfWhatAnotherDidNotStart() {
    replica.published(T, 100);
    one.fetched(100);
    one.settled(Verdict.start(0, 0, 1));
    replica.pass(1_000);

    Ticket pull = two.asks(1_000);

    assertThat(replica.deliveriesOf(pull)).hasSize(50).allMatch(each -> each.attempt() == 1);
    assertThat(replica.offsetsOf(pull).getFirst()).isEqualTo(50);
    assertThat(one.settled(Verdict.claim(1, 99, 1))).containsExactly(range(50, 99));
  }

  @Test
  void consumerThatWaitsGetsItsShareWhenTheOthersDoNotStart() {
    replica.published(T, 10);
    one.fetched(10);
    Ticket pull = two.asks(100);
    replica.pass(400);
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.pass(400);

    assertThat(replica.offsetsOf(pull)).containsExactly(5L, 6L, 7L, 8L, 9L);
  }

  @Test
  void severalThatWaitEachGetAShare() {
    replica.published(T, 80);
    one.fetched(80);
    Ticket second = two.asks(100);
    Ticket third = three.asks(100);
    replica.pass(1_000);

    assertThat(replica.offsetsOf(second)).hasSize(40);
    assertThat(replica.offsetsOf(third)).hasSize(20);
  }

  @Test
  void whoHasMessagesTakesNoneFromOthers() {
    replica.published(T, 21);
    one.fetched(20);
    two.fetched(1);
    two.settled(Verdict.start(20, 20, 1));
    Ticket more = two.asks(100);
    replica.pass(20_000);
    assertThat(replica.isAnswered(more)).isFalse();

    two.settled(Verdict.ack(20, 20, 1));
    replica.pass(300);

    assertThat(replica.offsetsOf(more)).hasSize(10);
  }

  @Test
  void claimedAndStartedMessagesAreNotTakenAway() {
    replica.published(T, 10);
    one.fetched(10);
    one.settled(Verdict.claim(0, 4, 1), Verdict.start(5, 9, 1));
    Ticket pull = two.asks(100);
    replica.pass(20_000);

    assertThat(replica.isAnswered(pull)).isFalse();
  }

  @Test
  void messageThatWasTakenAwayStaysLongerWithWhoGotIt() {
    replica.published(T, 1);
    one.fetched(1);
    Ticket second = two.asks(9);
    replica.pass(760);
    assertThat(replica.offsetsOf(second)).containsExactly(0L);
    Ticket back = one.asks(9);
    replica.pass(600);
    assertThat(replica.isAnswered(back)).isFalse();

    assertThat(two.settled(Verdict.claim(0, 0, 1))).isEmpty();
  }

  @Test
  void ofAKeyAllOrNothingIsTakenAway() {
    Replica keyed = Replica.withTopic(TopicSpec.named(T).withOrder(OrderMode.BY_KEY));
    keyed.publish(T, Batches.keyed("a", "b", "b", "c", "a", "c"));
    keyed.commit();
    Listener first = one.at(keyed);
    first.fetched(6);
    first.settled(Verdict.start(0, 0, 1));
    keyed.pass(1_000);

    Ticket pull = two.at(keyed).asks(100);

    // Not 4, whose key is at work; 5 with what comes before it.
    assertThat(keyed.offsetsOf(pull)).containsExactly(3L, 5L);
    assertThat(first.settled(Verdict.claim(1, 5, 1))).containsExactly(range(3, 3), range(5, 5));
  }

  @Test
  void partitionThatIsOrderedAsAWholeMovesAsAWhole() {
    Replica whole = Replica.withTopic(TopicSpec.named(T).withOrder(OrderMode.PARTITION));
    whole.published(T, 6);
    Listener first = one.at(whole);
    first.fetched(6);
    whole.pass(1_000);

    Ticket pull = two.at(whole).asks(100);

    assertThat(whole.offsetsOf(pull)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void describedGroupNamesWhoHasWhat() {
    replica.published(T, 10);
    one.fetched(7);
    one.settled(Verdict.claim(0, 1, 1), Verdict.start(2, 2, 1));
    long then = replica.nowMillis();
    replica.pass(400);
    two.fetched(3);
    two.asks(5);
    one.goes();

    GroupDescription group = replica.group(T);
    assertThat(group.holders())
        .containsExactly(
            new GroupHolder("listener-1", 1, 4, 2, 1, 0, then, false),
            new GroupHolder("listener-2", 2, 3, 0, 0, 1, then + 400, true));
    assertThat(group.moreHolders()).isZero();
    assertThat(group.blockedBecause()).as("worked on").isEmpty();
    replica.pass(8_000);
    assertThat(replica.group(T).blockedBecause()).as("a handler of some seconds").isEmpty();
    replica.pass(10_000);
    assertThat(replica.group(T).blockedBecause()).contains("held by 2 consumers");
  }

  @Test
  void listOfAllGroupsOnlyCountsTheConsumers() {
    replica.published(T, 10);
    one.fetched(7);
    two.fetched(3);

    Ticket list = replica.ask(new ListGroups(T, ""));

    GroupDescription group = replica.answer(list, GroupList.class).groups().getFirst();
    assertThat(group.holders()).isEmpty();
    assertThat(group.moreHolders()).isEqualTo(2);
  }

  @Test
  void notMoreConsumersAreNamedThanTheAnswerHolds() {
    replica.published(T, 120);
    for (int holder = 1; holder <= 120; holder++) {
      new Listener(replica, T, holder).fetched(1);
    }

    GroupDescription group = replica.group(T);

    assertThat(group.holders()).hasSize(GroupDescription.MAX_HOLDERS);
    assertThat(group.moreHolders()).isEqualTo(20);
  }

  @Test
  void whoHasNothingAndWaitsForNothingIsForgotten() {
    replica.published(T, 3);
    one.fetched(3);
    one.settled(Verdict.ack(0, 2, 1));
    assertThat(replica.group(T).holders()).isEmpty();

    two.asks(1);
    assertThat(replica.group(T).holders()).hasSize(1);
    two.goes();
    assertThat(replica.group(T).holders()).isEmpty();
  }

  @Test
  void connectionOfADeletedGroupsConsumerMayClose() {
    replica.published(T, 3);
    one.fetched(2);
    one.asks(5);
    replica.ask(new DeleteGroup(T, Replica.GROUP));
    replica.commit();
    one.goes();

    assertThat(two.fetched(3))
        .isEqualTo(List.of(new Delivered(0, 1), new Delivered(1, 1), new Delivered(2, 1)));
  }
}
