package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.group.DispatchLimits;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.state.GroupState;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.batch.BatchStamp;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.LetterList;
import io.feige.protocol.command.LettersSettled;
import io.feige.protocol.command.ListLetters;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.LetterAction;
import io.feige.protocol.model.LetterRule;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Dead letters are listed, replayed to their group, and dropped. */
final class LettersTest {
  private static final String T = "t";
  private static final String LETTERS = LetterRule.lettersOf(T);
  private static final String OTHER_GROUP = "other";

  private final Replica replica = Replica.withTopic(TopicSpec.named(T));

  /** So many letters that the group has given up, each by itself, at offsets from 0 on. */
  private void letters(int count) {
    replica.published(T, count);
    int left = count;
    while (left > 0) {
      for (Delivered each : replica.pulled(T, count)) {
        replica.settle(T, Verdict.reject(each.offset(), each.offset(), 1, "no"));
        left--;
      }
    }
    replica.commit();
  }

  private Ticket settle(LetterAction action, long first, long last) {
    Ticket ticket =
        replica.ask(new SettleLetters(T, action, List.of(new OffsetRange(first, last)), null));
    replica.commit();
    return ticket;
  }

  private Ticket edit(long letter, ByteBuffer batch) {
    OffsetRange range = new OffsetRange(letter, letter);
    Ticket ticket = replica.ask(new SettleLetters(T, LetterAction.REPLAY, List.of(range), batch));
    replica.commit();
    return ticket;
  }

  private static LettersSettled settled(Replica of, Ticket ticket) {
    return of.answer(ticket, LettersSettled.class);
  }

  private static List<Long> open(Replica of) {
    Ticket ticket = of.ask(new ListLetters(T, 0, 1_000));
    return of.answer(ticket, LetterList.class).letters().stream()
        .flatMapToLong(range -> LongStream.rangeClosed(range.first(), range.last()))
        .boxed()
        .toList();
  }

  private static List<Long> pulledBy(Replica of, String group) {
    Pull pull =
        new Pull(
            T,
            0,
            group,
            "c",
            0,
            StartAt.EARLIEST,
            100,
            1 << 20,
            60_000,
            30_000,
            LeaseStage.STARTED);
    Ticket ticket = of.ask(pull);
    of.commit();
    return of.isAnswered(ticket) ? of.offsetsOf(ticket) : List.of();
  }

  private static GroupState group(Replica of, String topic, String name) {
    @Nullable PartitionState partition = of.machine().state().topic(topic);
    return Objects.requireNonNull(Objects.requireNonNull(partition).group(name));
  }

  @Test
  void replayedLetterComesToItsGroupAndToNoOther() {
    letters(3);
    pulledBy(replica, OTHER_GROUP);

    assertThat(settled(replica, settle(LetterAction.REPLAY, 1, 1)))
        .isEqualTo(new LettersSettled(1, 0, 0, "", 0));

    assertThat(open(replica)).containsExactly(0L, 2L);
    assertThat(replica.pulled(T, 9)).containsExactly(new Delivered(3, 1));
    assertThat(pulledBy(replica, OTHER_GROUP)).isEmpty();
    assertThat(group(replica, T, OTHER_GROUP).cursor().isSettled(3)).isTrue();
  }

  @Test
  void groupThatIsBehindPassesOverWhatIsReplayedForAnother() {
    pulledBy(replica, OTHER_GROUP);
    replica.ask(new DeleteGroup(T, OTHER_GROUP));
    letters(2);
    assertThat(pulledBy(replica, OTHER_GROUP)).containsExactly(0L, 1L);
    settle(LetterAction.REPLAY, 0, 1);
    replica.published(T, 1);

    assertThat(pulledBy(replica, OTHER_GROUP)).containsExactly(4L);
    assertThat(replica.pulled(T, 9).stream().map(Delivered::offset)).containsExactly(2L, 3L, 4L);
  }

  @Test
  void replayHoldsOverFailoverAndIsNotDoneTwice() {
    letters(2);
    pulledBy(replica, OTHER_GROUP);
    settle(LetterAction.REPLAY, 0, 1);

    Replica next = replica.restarted();
    Ticket again =
        next.ask(new SettleLetters(T, LetterAction.REPLAY, List.of(new OffsetRange(0, 1)), null));
    next.commit();

    assertThat(settled(next, again)).isEqualTo(new LettersSettled(0, 2, 0, "", 0));
    assertThat(open(next)).isEmpty();
    assertThat(group(next, T, OTHER_GROUP).cursor().isSettled(2)).isTrue();
    assertThat(next.pulled(T, 9).stream().map(Delivered::offset)).containsExactly(2L, 3L);
  }

  @Test
  void messageAndWhatItSettlesAreThereTogetherOrNot() {
    letters(1);
    pulledBy(replica, OTHER_GROUP);
    settle(LetterAction.REPLAY, 0, 0);
    List<Long> ends = new ArrayList<>();
    replica.journal.forEachFrame(frame -> ends.add(frame.position() + frame.length()));

    for (long end : ends.subList(ends.size() - 3, ends.size())) {
      Replica standby = replica.replayedUpTo(end);
      PartitionState topic = Objects.requireNonNull(standby.machine().state().topic(T));
      PartitionState letters = Objects.requireNonNull(standby.machine().state().topic(LETTERS));
      GroupState account = letters.group(LetterRule.DEALT_WITH);
      boolean isDealtWith = account != null && account.cursor().isSettled(0);
      boolean isPassed = group(standby, T, OTHER_GROUP).cursor().isSettled(1);
      assertThat(List.of(isDealtWith, isPassed)).containsOnly(topic.endOffset() == 2);
    }
  }

  @Test
  void snapshotUnderWayKnowsNothingOfAReplayAfterItsBeginning() {
    letters(1);
    pulledBy(replica, OTHER_GROUP);
    settle(LetterAction.DROP, 5, 5);
    long position = replica.journal.end();
    ByteBuffer before = replica.machine().snapshot();
    settle(LetterAction.REPLAY, 0, 0);

    Replica restored = replica.restoredFrom(before, position);

    assertThat(restored.machine().snapshot()).isEqualTo(replica.machine().snapshot());
  }

  @Test
  void aGroupThatPassedOverWhatItWasNeverHandedIsTheSameAfterASnapshot() {
    replica.published(T, 1);
    assertThat(pulledBy(replica, OTHER_GROUP)).containsExactly(0L);
    replica.settle(T, OTHER_GROUP, Verdict.ack(0, 0, 1));
    replica.pulled(T, 1);
    replica.settle(T, Verdict.reject(0, 0, 1, "no"));
    replica.commit();
    for (int i = 0; i < 100; i++) {
      settle(LetterAction.REPLAY, i, i);
      Delivered again = replica.pulled(T, 1).getFirst();
      replica.settle(T, Verdict.reject(again.offset(), again.offset(), 1, "no"));
      replica.commit();
    }

    Replica restored = replica.restoredFrom(replica.machine().snapshot(), replica.journal.end());

    assertThat(restored.machine().snapshot()).isEqualTo(replica.machine().snapshot());
    assertThat(group(restored, T, OTHER_GROUP).cursor().floor()).isEqualTo(101);
  }

  @Test
  void droppedLetterComesToNobody() {
    letters(3);

    assertThat(settled(replica, settle(LetterAction.DROP, 0, 1)))
        .isEqualTo(new LettersSettled(2, 0, 0, "", 0));

    assertThat(open(replica)).containsExactly(2L);
    assertThat(open(replica.restarted())).containsExactly(2L);
    assertThat(Objects.requireNonNull(replica.machine().state().topic(T)).endOffset()).isEqualTo(3);
  }

  @Test
  void letterIsReplayedAsItWasEdited() {
    letters(2);

    assertThat(settled(replica, edit(1, Batches.keyed("k"))))
        .isEqualTo(new LettersSettled(1, 0, 0, "", 0));

    assertThat(open(replica)).containsExactly(0L);
    assertThat(replica.pulled(T, 9)).containsExactly(new Delivered(2, 1));
  }

  @Test
  void editedLetterThatIsNotOnePlainMessageIsRefused() {
    letters(1);
    ByteBuffer damaged = Batches.of(1);
    damaged.put(damaged.limit() - 1, (byte) ~damaged.get(damaged.limit() - 1));

    assertThat(replica.refusal(edit(0, Batches.of(2)))).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(replica.refusal(edit(0, Batches.of(1, new BatchStamp(7, 1, 0)))))
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(replica.refusal(edit(0, Batches.delayed(1, replica.nowMillis() + 1_000))))
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(replica.refusal(edit(0, Batches.expiring(replica.nowMillis() + 1_000))))
        .isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(replica.refusal(edit(0, damaged))).isEqualTo(ErrorCode.BATCH_CORRUPT);
    assertThat(replica.refusal(edit(0, ByteBuffer.allocate(3)))).isEqualTo(ErrorCode.BATCH_CORRUPT);
    assertThat(open(replica)).containsExactly(0L);
  }

  @Test
  void whatCannotBeReplayedIsLeftAndKeepsNothingFromTheOthers() {
    letters(1);
    replica.published(LETTERS, 1);
    pulledBy(replica, OTHER_GROUP);
    replica.published(T, 1);
    replica.pulled(T, 1);
    replica.settle(T, Verdict.reject(1, 1, 1, "no"));
    replica.commit();

    LettersSettled settled = settled(replica, settle(LetterAction.REPLAY, 0, 2));

    assertThat(settled.done()).isEqualTo(2);
    assertThat(settled.left()).isOne();
    assertThat(settled.why()).contains("who gave up letter 1");
    assertThat(open(replica)).containsExactly(1L);
    assertThat(settled(replica, settle(LetterAction.DROP, 1, 1)).done()).isOne();
  }

  @Test
  void lettersOfAGroupThatIsNoMoreAreLeft() {
    letters(2);
    replica.ask(new DeleteGroup(T, Replica.GROUP));

    LettersSettled settled = settled(replica, settle(LetterAction.REPLAY, 0, 1));

    assertThat(settled.left()).isEqualTo(2);
    assertThat(settled.why()).contains("has no group 'g' any more");
    assertThat(open(replica)).containsExactly(0L, 1L);
  }

  @Test
  void replayNeedsTheTopicAndDroppingDoesNot() {
    letters(1);
    replica.ask(new DeleteTopic(T));

    assertThat(replica.refusal(settle(LetterAction.REPLAY, 0, 0)))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(open(replica)).containsExactly(0L);
    assertThat(settled(replica, settle(LetterAction.DROP, 0, 0)).done()).isOne();
  }

  @Test
  void aLetterPastItsTimeToLiveStaysOpenAlsoAfterAFailover() {
    replica.publish(T, Batches.expiring(replica.nowMillis() + 60_000));
    replica.commit();
    replica.pulled(T, 1);
    replica.settle(T, Verdict.reject(0, 0, 1, "no"));
    replica.commit();
    settle(LetterAction.DROP, 5, 5);
    replica.pass(120_000);

    Replica next = replica.restarted();
    next.pass(60_000);
    next.commit();

    assertThat(open(next)).containsExactly(0L);
    OffsetRange letter = new OffsetRange(0, 0);
    Ticket asIs = next.ask(new SettleLetters(T, LetterAction.REPLAY, List.of(letter), null));
    next.commit();
    assertThat(settled(next, asIs)).isEqualTo(new LettersSettled(0, 1, 0, "", 0));
    Ticket edited =
        next.ask(new SettleLetters(T, LetterAction.REPLAY, List.of(letter), Batches.of(1)));
    next.commit();
    assertThat(settled(next, edited).done()).isOne();
  }

  @Test
  void theAccountEndsWhereNothingIsHeldAnyMore() {
    letters(4);
    settle(LetterAction.DROP, 1, 1);
    int partition = Objects.requireNonNull(replica.machine().state().topic(LETTERS)).id();
    replica.journal.removeMessagesBelow(partition, 3);

    settle(LetterAction.DROP, 3, 3);

    assertThat(group(replica, LETTERS, LetterRule.DEALT_WITH).cursor().floor()).isEqualTo(4);
    assertThat(group(replica, LETTERS, LetterRule.DEALT_WITH).cursor().settled().rangeCount())
        .isZero();
  }

  @Test
  void aRunOfLettersIsAsShortAsTheGroupsThatPassItOverDemand() {
    for (int i = 0; i < 45; i++) {
      pulledBy(replica, "group-" + i);
    }
    replica.published(T, 300);
    int left = 300;
    while (left > 0) {
      List<Delivered> pulled = replica.pulled(T, 300);
      long first = pulled.getFirst().offset();
      replica.settle(T, Verdict.reject(first, pulled.getLast().offset(), 1, "no"));
      replica.commit();
      left -= pulled.size();
    }

    LettersSettled first = settled(replica, settle(LetterAction.REPLAY, 0, 299));

    assertThat(first.done()).isBetween(150, 260);
    assertThat(first.next()).isEqualTo(first.done());
  }

  @Test
  void topicWithoutLettersHasAnEmptyList() {
    assertThat(open(replica)).isEmpty();
    assertThat(replica.refusal(settle(LetterAction.DROP, 0, 0)))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
    assertThat(replica.refusal(replica.ask(new ListLetters("nowhere", 0, 1))))
        .isEqualTo(ErrorCode.TOPIC_NOT_FOUND);
  }

  @Test
  void listComesPageByPage() {
    letters(5);
    settle(LetterAction.DROP, 1, 1);
    settle(LetterAction.DROP, 3, 3);

    LetterList first = replica.answer(replica.ask(new ListLetters(T, 0, 2)), LetterList.class);
    assertThat(first.letters()).containsExactly(new OffsetRange(0, 0), new OffsetRange(2, 2));
    assertThat(first.next()).isEqualTo(4);
    LetterList last =
        replica.answer(replica.ask(new ListLetters(T, first.next(), 2)), LetterList.class);
    assertThat(last).isEqualTo(new LetterList(List.of(new OffsetRange(4, 4)), 0));
  }

  @Test
  void longRequestEndsEarlyAndGoesOnWhereItEnded() {
    letters(200);
    long from = 0;
    int done = 0;
    int requests = 0;
    do {
      LettersSettled part = settled(replica, settle(LetterAction.REPLAY, from, 199));
      done += part.done();
      from = part.next();
      requests++;
    } while (from > 0);

    assertThat(done).isEqualTo(200);
    assertThat(requests).isBetween(2, 10);
    assertThat(open(replica)).isEmpty();
    assertThat(replica.pulled(T, 1_000)).hasSize(200);
  }

  @Test
  void fullDiskRefusesAndLeavesTheLetters() {
    letters(2);
    settle(LetterAction.DROP, 0, 0);
    replica.journal.leaveRoomFor(0);

    assertThat(replica.refusal(settle(LetterAction.REPLAY, 1, 1))).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(replica.refusal(settle(LetterAction.DROP, 1, 1))).isEqualTo(ErrorCode.DISK_FULL);
    replica.journal.makeRoom();
    assertThat(open(replica)).containsExactly(1L);
  }

  @Test
  void groupsThatAreFarBehindBoundWhatIsReplayed() {
    Replica small =
        Replica.withTopic(
            TopicSpec.named(T), Replica.limits(new DispatchLimits(10_000, 10_000, 80)));
    small.published(T, 1);
    assertThat(pulledBy(small, OTHER_GROUP)).containsExactly(0L);
    int replayed = 0;
    while (replayed < 100 && replayAnother(small, replayed)) {
      replayed++;
    }

    assertThat(replayed).isBetween(2, 10);
    assertThat(group(small, T, OTHER_GROUP).cursor().settled().rangeCount())
        .isLessThanOrEqualTo(10);
    assertThat(small.pulled(LETTERS, 100)).hasSize(replayed + 1);
  }

  /** Gives another message up, between others, and asks for it; returns whether it comes. */
  private static boolean replayAnother(Replica at, long letter) {
    at.published(T, 1);
    List<Delivered> pulled = at.pulled(T, 9);
    long last = pulled.getLast().offset();
    if (pulled.size() > 1) {
      at.acked(T, pulled.getFirst().offset(), last - 1);
    }
    at.settle(T, Verdict.reject(last, last, 1, "no"));
    at.commit();
    OffsetRange range = new OffsetRange(letter, letter);
    Ticket ticket = at.ask(new SettleLetters(T, LetterAction.REPLAY, List.of(range), null));
    at.commit();
    if (at.journal.answerOf(ticket) instanceof LettersSettled) {
      return true;
    }
    assertThat(at.refusal(ticket)).isEqualTo(ErrorCode.BUSY);
    return false;
  }

  @Test
  void frameOfAReplayIsOneOfItsOwnKind() {
    letters(1);
    settle(LetterAction.REPLAY, 0, 0);

    List<Integer> flags = new ArrayList<>();
    replica.journal.forEachFrame(frame -> {
      if (frame.kind() == FrameKind.MESSAGES) {
        flags.add(frame.flags());
      }
    });
    assertThat(flags).containsExactly(0, FrameKind.FLAG_DEAD_LETTER, FrameKind.FLAG_REPLAYED);
  }
}
