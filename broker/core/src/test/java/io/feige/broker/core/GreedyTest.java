package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.decide.Lifetimes;
import io.feige.broker.core.decide.MachineLimits;
import io.feige.broker.core.decide.MailLimits;
import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.ReceiptLimits;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.GroupList;
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
import io.feige.protocol.model.VerdictKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Greedy clients leave room for the others. */
final class GreedyTest {
  private static final String T = "t";
  private static final int SHARED = 400;
  private static final MachineLimits LIMITS =
      new MachineLimits(
          true,
          TopicSpec.named("default"),
          100,
          1_000,
          100,
          10_000,
          ReceiptLimits.ofEachTopic(100),
          new MailLimits(1 << 20, 9),
          1 << 20,
          1 << 20,
          new DispatchLimits(300, 300, SHARED),
          Lifetimes.DEFAULT);

  private final Replica replica = Replica.withTopic(TopicSpec.named(T), LIMITS);

  private Ticket pull(String group, int messages) {
    return replica.ask(pullOf(group, messages));
  }

  private List<Delivered> pulled(String group, int messages) {
    Ticket ticket = pull(group, messages);
    replica.commit();
    return replica.isAnswered(ticket) ? replica.deliveriesOf(ticket) : List.of();
  }

  private GroupDescription describe(String group) {
    Ticket ticket = replica.ask(new ListGroups(T, group));
    return replica.answer(ticket, GroupList.class).groups().getFirst();
  }

  private void settle(String group, Verdict verdict) {
    int generation = describe(group).generation();
    replica.ask(new Settle(T, 0, group, "c", 0, generation, List.of(verdict)));
    replica.commit();
  }

  /** Groups that take what they can and settle nothing. */
  private void takeAll(int groups) {
    for (int i = 0; i < groups; i++) {
      pulled("greedy" + i, 300);
      pulled("greedy" + i, 300);
    }
  }

  @Test
  void groupsThatSettleNothingLeaveRoomForOthers() {
    replica.published(T, 1_000);
    takeAll(8);
    assertThat(replica.machine().outstanding()).isBetween(3L * SHARED / 4, SHARED - 10L);

    assertThat(pulled("honest", 300)).hasSizeGreaterThanOrEqualTo(10);
  }

  @Test
  void noNumberOfGroupsTakesMoreThanThereIs() {
    replica.published(T, 1_000);
    takeAll(90);

    assertThat(replica.machine().outstanding()).isLessThanOrEqualTo(SHARED);
  }

  @Test
  void groupThatMustWaitForOthersSaysSo() {
    replica.published(T, 1_000);
    takeAll(90);

    assertThat(describe("greedy89").blockedBecause())
        .startsWith("all groups here have 400 messages outstanding of the 400 that memory allows");
  }

  @Test
  void pullThatWaitsForRoomIsAnsweredWhenOthersSettle() {
    replica.published(T, 1_000);
    takeAll(13);
    assertThat(replica.machine().outstanding()).isEqualTo(SHARED);
    Ticket waiting = pull("late", 5);
    replica.commit();
    assertThat(replica.isAnswered(waiting)).isFalse();

    settle("greedy0", Verdict.ack(0, 99, 1));
    replica.pass(1);
    replica.commit();

    assertThat(replica.deliveriesOf(waiting)).isNotEmpty();
  }

  @Test
  void whatAGroupHeldIsFreeWhenTheGroupEnds() {
    replica.published(T, 1_000);
    takeAll(3);
    settle("greedy1", Verdict.nack(0, 20, 1, 60_000));
    replica.ask(new ResetGroup(T, "greedy0", ReadFrom.earliest()));
    replica.ask(new DeleteGroup(T, "greedy1"));
    replica.commit();
    long left = replica.machine().outstanding();
    assertThat(left).isEqualTo(describe("greedy2").outstanding());

    replica.ask(new DeleteTopic(T));
    replica.commit();

    assertThat(replica.machine().outstanding()).isZero();
  }

  @Test
  void retriesCountAfterAFailoverToo() {
    replica.published(T, 1_000);
    int held = pulled("before", 300).size();
    settle("before", Verdict.nack(0, held - 1, 1, 600_000));

    Replica again = replica.restartedWithAll();
    assertThat(again.machine().outstanding()).isEqualTo(held);
    for (int i = 0; i < 90; i++) {
      again.ask(pullOf("after" + i, 300));
      again.commit();
    }

    assertThat(again.machine().outstanding()).isEqualTo(SHARED);
  }

  private static Pull pullOf(String group, int messages) {
    return new Pull(
        T,
        0,
        group,
        "c",
        0,
        StartAt.EARLIEST,
        messages,
        1 << 20,
        600_000,
        600_000,
        LeaseStage.STARTED);
  }

  private static List<Verdict> oneByOne(VerdictKind kind, int count) {
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      verdicts.add(new Verdict(kind, i, i, 1, kind == VerdictKind.NACK ? 1_000 + i : 0, ""));
    }
    return verdicts;
  }

  private static Ticket settleAll(Replica on, List<Verdict> verdicts) {
    int generation = on.group(T).generation();
    return on.ask(new Settle(T, 0, Replica.GROUP, "c", 0, generation, verdicts));
  }

  private static Replica withHeld(int messages) {
    Replica on = Replica.serving(Replica.limits(DispatchLimits.ofEach(100_000, 100_000)));
    on.published(T, messages);
    for (int held = 0; held < messages; ) {
      held += on.pulled(T, messages).size();
    }
    return on;
  }

  @Test
  void longListOfVerdictsLetsOthersBetween() {
    Replica on = withHeld(10_000);
    Ticket nacks = settleAll(on, oneByOne(VerdictKind.NACK, 10_000));
    on.commit();
    assertThat(on.isAnswered(nacks)).isFalse();

    on.published(T, 1);
    assertThat(on.group(T).outstanding()).isBetween(8_000, 9_999);
    on.pass(1);
    on.commit();

    assertThat(on.settled(nacks).stale()).isEmpty();
    assertThat(on.group(T).outstanding()).isZero();
  }

  @Test
  void oneVerdictOnMessagesInVeryManyPiecesLetsOthersBetween() {
    Replica on = withHeld(10_000);
    List<Verdict> acks = oneByOne(VerdictKind.ACK, 10_000);
    acks.removeIf(ack -> ack.first() % 2 == 1);
    settleAll(on, acks);
    on.pass(1);
    on.commit();
    assertThat(on.group(T).outstanding()).isEqualTo(5_000);

    Ticket rest = settleAll(on, List.of(Verdict.ack(0, 9_999, 1)));
    on.commit();
    assertThat(on.isAnswered(rest)).isFalse();
    on.pass(1);
    on.commit();

    assertThat(on.settled(rest).stale()).isEmpty();
    assertThat(on.group(T).floor()).isEqualTo(10_000);
  }

  @Test
  void rejectingVeryManyAtOnceLetsOthersBetween() {
    Replica on = withHeld(10_000);
    Ticket rejected = settleAll(on, List.of(Verdict.reject(0, 9_999, 1, "no")));
    on.commit();
    assertThat(on.isAnswered(rejected)).isFalse();
    on.pass(1);
    on.commit();

    assertThat(on.settled(rejected).stale()).isEmpty();
    assertThat(on.group(T).floor()).isEqualTo(10_000);
  }

  @Test
  void verdictsOfAGroupThatIsDeletedMeanwhileAreRefused() {
    Replica on = withHeld(10_000);
    Ticket nacks = settleAll(on, oneByOne(VerdictKind.NACK, 10_000));
    on.ask(new DeleteGroup(T, Replica.GROUP));
    on.pass(1);
    on.commit();

    assertThat(on.refusal(nacks)).isEqualTo(ErrorCode.GROUP_NOT_FOUND);
  }

  @Test
  void whoseVerdictsAreHalfDoneIsToldWhenTheRoleEnds() {
    Replica on = withHeld(10_000);
    Ticket nacks = settleAll(on, oneByOne(VerdictKind.NACK, 10_000));

    assertThat(on.machine().retire()).contains(nacks);
  }

  @Test
  void verdictsThatWaitHaveABound() {
    Replica on = withHeld(10_000);
    List<Verdict> many = oneByOne(VerdictKind.NACK, 10_000);
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      tickets.add(settleAll(on, many));
    }
    Ticket few = settleAll(on, many.subList(0, 1_000));
    on.commit();

    assertThat(on.refusal(tickets.getLast())).isEqualTo(ErrorCode.BUSY);
    assertThat(on.settled(few).stale()).isNotEmpty();
  }

  @Test
  void verdictsThatConcernFewMessagesAreDoneAtOnceHoweverManyTheyName() {
    Replica on = withHeld(100);
    Ticket nack = settleAll(on, List.of(Verdict.nack(0, Long.MAX_VALUE - 1, 1, 1_000)));
    on.commit();

    assertThat(on.settled(nack).stale()).hasSize(1);
    assertThat(on.group(T).retrying()).isEqualTo(100);
  }

  @Test
  void requestsThatWaitForTheirNextTurnHaveABoundThoughEachIsShort() {
    Replica on = withHeld(10_000);
    List<Verdict> one = List.of(Verdict.nack(0, 9_999, 7, 1_000));
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < 8_000; i++) {
      tickets.add(settleAll(on, one));
    }

    assertThat(on.refusal(tickets.getLast())).isEqualTo(ErrorCode.BUSY);
  }

  @Test
  void connectionMayHaveOnlySoManyPullsThatWait() {
    List<Ticket> pulls = new ArrayList<>();
    for (int i = 0; i <= 4_096; i++) {
      pulls.add(pull("g", 1));
    }
    Ticket another = replica.ask(2, pullOf("g", 1));
    replica.commit();

    assertThat(replica.refusal(pulls.getLast())).isEqualTo(ErrorCode.TOO_MANY_PARKED_PULLS);
    assertThat(replica.isAnswered(another)).isFalse();
    replica.decide(new Event.SessionClosed(Replica.SESSION));
    assertThat(replica.machine().parkedPulls()).isEqualTo(1);
    Ticket anew = pull("g", 1);
    replica.commit();
    assertThat(replica.isAnswered(anew)).isFalse();
  }
}
