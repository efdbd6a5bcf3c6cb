package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import org.junit.jupiter.api.Test;

final class FullDiskTest {
  private static final String T = "t";

  private final Replica replica =
      Replica.withTopic(TopicSpec.named(T).withMaxAttempts(3).withRetryDelay(0, 0));

  @Test
  void publishesAreRefusedAboveTheWatermarkWhileDeliveriesAndVerdictsGoOn() {
    replica.published(T, 5);
    replica.decide(new Event.DiskRoom(false, "the disk is full"));
    Ticket publish = replica.publish(T, Batches.of(1));
    assertThat(replica.refusal(publish)).isEqualTo(ErrorCode.DISK_FULL);

    assertThat(replica.pulled(T, 5)).hasSize(5);
    Ticket settle = replica.settle(T, Verdict.ack(0, 3, 1), Verdict.reject(4, 4, 1, "bad"));
    replica.commit();

    assertThat(replica.settled(settle).stale()).isEmpty();
    assertThat(replica.group(T).floor()).isEqualTo(5);
  }

  @Test
  void publishesAreTakenWhenThereIsRoomAgain() {
    replica.decide(new Event.DiskRoom(false, "the disk is full"));
    replica.decide(new Event.DiskRoom(true, ""));
    Ticket publish = replica.publish(T, Batches.of(1));
    replica.commit();

    assertThat(replica.receipt(publish).offset()).isZero();
  }

  @Test
  void topicIsNotCreatedByAPublishAboveTheWatermark() {
    replica.decide(new Event.DiskRoom(false, "the disk is full"));

    assertThat(replica.refusal(replica.publish("new", Batches.of(1))))
        .isEqualTo(ErrorCode.DISK_FULL);
    assertThat(replica.machine().state().topic("new")).isNull();
  }

  @Test
  void nothingIsWrittenWhenThereIsNoRoomAtAll() {
    replica.published(T, 5);
    replica.pulled(T, 5);
    replica.journal.leaveRoomFor(50);
    long end = replica.journal.end();

    assertThat(replica.refusal(replica.publish(T, Batches.of(1)))).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(replica.refusal(replica.settle(T, Verdict.ack(0, 0, 1))))
        .isEqualTo(ErrorCode.DISK_FULL);
    assertThat(replica.refusal(replica.ask(new CreateTopic(TopicSpec.named("a"), false))))
        .isEqualTo(ErrorCode.DISK_FULL);
    assertThat(replica.refusal(replica.publish("a", Batches.of(1)))).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(replica.refusal(replica.ask(new DeleteTopic(T)))).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(replica.refusal(replica.ask(new DeleteGroup(T, "g"))))
        .isEqualTo(ErrorCode.DISK_FULL);
    assertThat(replica.refusal(replica.ask(new ResetGroup(T, "g", ReadFrom.latest()))))
        .isEqualTo(ErrorCode.DISK_FULL);
    assertThat(replica.journal.end()).isEqualTo(end);
  }

  @Test
  void refusedVerdictLeavesTheLease() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    replica.journal.leaveRoomFor(50);
    replica.settle(T, Verdict.nack(0, 0, 1, 0), Verdict.ack(1, 1, 1));
    assertThat(replica.group(T).outstanding()).isEqualTo(2);
    replica.journal.makeRoom();

    Ticket again = replica.settle(T, Verdict.nack(0, 0, 1, 0), Verdict.ack(1, 1, 1));
    replica.commit();

    assertThat(replica.settled(again).stale()).isEmpty();
    assertThat(replica.pulled(T, 9)).containsExactly(new Delivered(0, 2));
  }

  @Test
  void rejectedMessageComesAgainWhenThereIsNoRoomForItsLetter() {
    replica.publish(T, Batches.large(100_000));
    replica.commit();
    replica.pulled(T, 1);
    replica.journal.leaveRoomFor(80_000);
    Ticket reject = replica.settle(T, Verdict.reject(0, 0, 1, "bad"));
    Ticket pull = replica.pull(T, 1);
    replica.commit();
    replica.pass(1_000);

    assertThat(replica.settled(reject).stale()).isEmpty();
    assertThat(replica.deliveriesOf(pull)).containsExactly(new Delivered(0, 2));
  }

  @Test
  void leasesThatEndAreDealtWithOnceThereIsRoom() {
    replica.published(T, 2);
    replica.pulled(T, 2);
    Ticket pull = replica.ask(Replica.pullOf(T, 2, 600_000));
    replica.commit();
    replica.journal.leaveRoomFor(50);
    replica.pass(60_000);
    assertThat(replica.isAnswered(pull)).isFalse();
    assertThat(replica.journal.count(FrameKind.SETTLE)).isZero();
    replica.journal.makeRoom();

    replica.pass(1_100);

    assertThat(replica.deliveriesOf(pull)).hasSize(2).allMatch(d -> d.attempt() == 2);
  }

  @Test
  void waitingPullIsServedOnceThereIsRoom() {
    Ticket first = replica.ask(Replica.pullOf(T, 2, 600_000));
    replica.commit();
    replica.publish(T, Batches.of(2));
    replica.journal.leaveRoomFor(50);
    replica.commitOnce();
    assertThat(replica.isAnswered(first)).isFalse();
    replica.journal.makeRoom();

    replica.pass(1_100);

    assertThat(replica.offsetsOf(first)).containsExactly(0L, 1L);
  }

  @Test
  void windowIsOpenedOnceThereIsRoom() {
    replica.published(T, 1_000);
    replica.pull(T, 1);
    replica.journal.leaveRoomFor(200);
    for (int pulls = 0; pulls < 20; pulls++) {
      replica.ask(Replica.pullOf(T, 50, 600_000));
    }
    replica.commit();
    assertThat(replica.machine().parkedPulls()).isPositive();
    replica.journal.makeRoom();

    for (int turns = 0; turns < 20; turns++) {
      replica.pass(1_100);
      replica.commit();
    }

    assertThat(replica.machine().parkedPulls()).isZero();
  }
}
