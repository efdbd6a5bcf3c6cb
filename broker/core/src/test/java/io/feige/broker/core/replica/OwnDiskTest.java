package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.FSYNC;
import static io.feige.broker.core.replica.Rig.GRACE;
import static io.feige.broker.core.replica.Rig.LEASE;
import static io.feige.broker.core.replica.Rig.TIMEOUT;
import static io.feige.broker.core.replica.Rig.handedOver;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.FakePort.Activated;
import io.feige.broker.core.replica.FakePort.Reported;
import io.feige.broker.core.time.Patience;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Publishing;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.model.NodeRole;
import org.junit.jupiter.api.Test;

/** A replica whose own disk hangs, or crawls. */
final class OwnDiskTest {
  private static final Ask HAND_OVER = new Ask(AskKind.HAND_OVER, 2, B);

  /** Something is written, the standby has it, and the own disk does not. */
  private static Rig hangs() {
    Rig active = Rig.withStandby();
    active.port.journal.append(1, 2);
    active.write();
    active.ackAll();
    active.takeEffects();
    return active;
  }

  @Test
  void activeWhoseDiskHangsHandsOverWithoutItsFsync() {
    Rig active = hangs();
    active.passWithAcks(FSYNC - 10);
    assertThat(active.ask()).as("disks stall now and then").isEqualTo(Ask.NOTHING);
    assertThat(active.report().stallMillis()).isZero();

    active.passWithAcks(10);

    assertThat(active.ask()).isEqualTo(HAND_OVER);
    assertThat(active.mayServe()).isFalse();
    assertThat(active.report().stallMillis()).isEqualTo(FSYNC);
    assertThat(active.did(Reported.class)).as("Admin hears at once").isTrue();
    assertThat(active.committed()).as("nothing of it was confirmed").isEqualTo(-1);

    active.learn(handedOver(3, 2, "b", A, B));
    assertThat(active.machine.role()).isEqualTo(NodeRole.STANDBY);
  }

  @Test
  void diskOfANodeThatDidNotRunItselfIsLookedAtAgain() {
    for (int pause : new int[] {FSYNC, FSYNC + 1, FSYNC + 19, FSYNC + 100}) {
      Rig answers = hangs();
      answers.hold(pause);
      answers.ackAll();
      assertThat(answers.ask())
          .as("its fsync may be over after %d ms", pause)
          .isEqualTo(Ask.NOTHING);
      answers.save();
      answers.passWithAcks(2 * FSYNC);
      assertThat(answers.ask()).isEqualTo(Ask.NOTHING);

      Rig hangs = hangs();
      hangs.hold(pause);
      hangs.ackAll();
      assertThat(hangs.ask()).isEqualTo(Ask.NOTHING);
      hangs.passWithAcks(FSYNC / 10);
      assertThat(hangs.ask()).isEqualTo(HAND_OVER);
    }
  }

  @Test
  void diskOfANodeThatStoodStillBetweenItsTwoLooksIsLookedAtOnceMore() {
    Rig active = hangs();
    active.passWithAcks(FSYNC - FSYNC / 20);
    active.hold(2 * FSYNC / 5);
    active.ackAll();
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);

    active.passWithAcks(FSYNC / 10);

    assertThat(active.ask()).isEqualTo(HAND_OVER);
  }

  /** Its disk has taken 300 ms once. */
  private static Rig wasSlow() {
    Rig active = hangs();
    active.passWithAcks(300);
    active.save();
    return active;
  }

  @Test
  void diskThatWasSlowLatelyIsBorneLonger() {
    Rig active = wasSlow();
    active.port.journal.append(1, 2);
    active.write();
    active.ackAll();

    active.passWithAcks(3 * 300 - 10);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);

    active.passWithAcks(10);
    assertThat(active.ask()).isEqualTo(HAND_OVER);
  }

  @Test
  void diskThatWasMuchTooSlowIsNotBorneLongerForIt() {
    Rig alone = Rig.alone();
    writtenBy(alone);
    alone.pass(FSYNC * 9 / 10);
    alone.pass(FSYNC);
    alone.save();
    assertThat(alone.report().isStalled()).isFalse();

    writtenBy(alone);
    alone.pass(FSYNC * 9 / 10);
    alone.pass(FSYNC / 10);
    assertThat(alone.report().isStalled()).isTrue();
  }

  @Test
  void diskThatCrawlsIsTakenForOneThatHangsHoweverSlowItWasBefore() {
    Rig active = wasSlow();
    int millis = 0;
    while (active.ask().equals(Ask.NOTHING) && millis < 2 * Patience.MOST_MILLIS) {
      long written = active.port.journal.written();
      for (int j = 0; j < 40 && active.ask().equals(Ask.NOTHING); j++) {
        active.port.journal.append(1, 1);
        active.write();
        active.ackAll();
        active.passWithAcks(10);
        millis += 10;
      }
      active.port.journal.flush(written);
      active.decide(new ReplicaEvent.JournalMoved());
    }

    assertThat(active.ask()).isEqualTo(HAND_OVER);
    assertThat(millis).isBetween(Patience.MOST_MILLIS, Patience.MOST_MILLIS + 2 * FSYNC);
  }

  @Test
  void standbyThatLacksSomethingIsWaitedFor() {
    Rig active = Rig.withStandby();
    active.port.journal.append(1, 3);
    active.write();
    active.ackAll();
    active.takeEffects();
    active.port.journal.append(1, 3);
    active.write();
    Copy newest = active.copiesSent().getLast();
    for (int i = 0; i < FSYNC / 10 + 1; i++) {
      active.pass(10);
      active.hears(behind(newest, active.copiesSent().getLast()));
    }
    assertThat(active.mayServe()).as("it hands over").isFalse();
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);

    active.ack(newest);

    assertThat(active.ask()).isEqualTo(HAND_OVER);
  }

  /** It is alive, and lacks the bytes of a copy. */
  private static Ack behind(Copy lacks, Copy heard) {
    return new Ack(heard.epoch(), lacks.position(), lacks.position(), heard.sentNanos(), LEASE);
  }

  @Test
  void standbyWhoseDiskIsNoBetterIsNotHandedTo() {
    Rig active = Rig.withStandby();
    long durable = active.port.journal.durable();
    active.port.journal.append(1, 2);
    active.write();
    for (int i = 0; i < 2 * FSYNC / 10; i++) {
      active.pass(10);
      active.hears(stuck(active.copiesSent().getLast(), durable));
    }

    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
    assertThat(active.mayServe()).as("pulls go on").isTrue();
    assertThat(active.report().publishing()).isEqualTo(Publishing.NOT_WITHOUT_DISK);
  }

  private static Ack stuck(Copy copy, long durable) {
    long end = copy.position() + copy.frames().remaining();
    return new Ack(copy.epoch(), end, durable, copy.sentNanos(), LEASE);
  }

  @Test
  void activeAloneWhoseDiskHangsConfirmsNothingAndSaysSo() {
    Rig alone = Rig.alone();
    alone.port.journal.append(1, 1);
    alone.write();
    alone.pass(3 * FSYNC);

    assertThat(alone.committed()).isEqualTo(-1);
    assertThat(alone.report().stallMillis()).isEqualTo(3 * FSYNC);
    assertThat(alone.report().publishing()).isEqualTo(Publishing.NOT_WITHOUT_DISK);
    assertThat(alone.machine.mayPublish()).isFalse();
    assertThat(alone.mayServe()).as("pulls go on").isTrue();
    assertThat(alone.port.notes).anyMatch(note -> note.contains("waited 500 ms for its fsync"));

    alone.save();
    assertThat(alone.report().stallMillis()).isZero();
    assertThat(alone.machine.mayPublish()).isTrue();
    assertThat(alone.committed()).isEqualTo(alone.port.journal.end());
  }

  @Test
  void diskThatCatchesUpIsStalledUntilNothingWaitsForLong() {
    Rig alone = Rig.alone();
    long first = writtenBy(alone);
    alone.pass(2 * FSYNC / 5);
    long second = writtenBy(alone);
    alone.pass(3 * FSYNC / 5);

    durable(alone, first);
    assertThat(alone.report().isStalled()).as("less than the limit, but long").isTrue();

    writtenBy(alone);
    durable(alone, second);
    assertThat(alone.report().isStalled()).isFalse();
  }

  private static long writtenBy(Rig rig) {
    rig.port.journal.append(1, 1);
    rig.write();
    return rig.port.journal.written();
  }

  private static void durable(Rig rig, long position) {
    rig.port.journal.flush(position);
    rig.decide(new ReplicaEvent.JournalMoved());
  }

  @Test
  void standbyIsNotGivenUpByOneThatCouldConfirmNothingAlone() {
    Rig active = hangs();
    active.passWithAcks(FSYNC - GRACE - 50);
    active.closes();
    active.pass(GRACE);
    Rig silent = hangs();
    silent.pass(2 * TIMEOUT);

    assertThat(active.ask().kind()).as("its disk had time yet").isEqualTo(AskKind.SHRINK);
    assertThat(silent.ask()).isEqualTo(Ask.NOTHING);

    silent.save();
    assertThat(silent.ask().kind()).isEqualTo(AskKind.SHRINK);
  }

  @Test
  void aloneWithAHangingDiskTakesInAStandbyAndHandsOverToIt() {
    Rig alone = Rig.alone();
    alone.port.journal.append(1, 1);
    alone.write();
    alone.pass(FSYNC);
    alone.joins(B);
    alone.ackAll();
    assertThat(alone.ask()).isEqualTo(new Ask(AskKind.GROW, 1, B));

    alone.learn(state(2, 1, "a", A, B));

    assertThat(alone.ask()).isEqualTo(HAND_OVER);
  }

  @Test
  void newActiveWhoseDiskHangsBeforeItsFirstRecordIsThereGivesThePairBack() {
    Rig next = Rig.standby();
    next.hears(next.copy(1, 1));
    next.write();
    next.learn(state(2, 2, "a", A, B));
    next.pass(LEASE);
    next.joins(B);
    next.ackAll();
    next.passWithAcks(FSYNC);

    assertThat(next.did(Activated.class)).as("what it copied is not on its disk").isFalse();
    assertThat(next.ask()).isEqualTo(HAND_OVER);

    next.save();
    assertThat(next.did(Activated.class)).as("it may be the other's by now").isFalse();
    next.passWithAcks(Rig.CANCEL);
    assertThat(next.ask().kind()).as("it does not wait for ever").isEqualTo(AskKind.CANCEL);
    next.learn(state(3, 2, "a", A, B));
    assertThat(next.did(Activated.class)).as("it was called off").isTrue();
  }

  @Test
  void standbySaysThatItsDiskHangs() {
    Rig standby = Rig.standby();
    standby.hears(standby.copy(1, 1));
    standby.write();
    for (int i = 0; i < FSYNC / 50; i++) {
      standby.pass(50);
      standby.hears(standby.copy(1, 0));
    }

    assertThat(standby.report().isStalled()).isTrue();
    assertThat(standby.did(Reported.class)).isTrue();
  }

  @Test
  void standbyWhoseDiskHangsIsGivenUpAlthoughItAcknowledgesEverything() {
    Rig active = Rig.withStandby();
    long durable = active.port.journal.durable();
    publishWithStuckStandby(active, durable, FSYNC - 20);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);

    publishWithStuckStandby(active, durable, 40);
    assertThat(active.ask().kind()).isEqualTo(AskKind.SHRINK);
    assertThat(active.port.notes).anyMatch(note -> note.contains("ms for its own fsync"));

    active.learn(state(3, 1, "a", A));
    publishWithStuckStandby(active, durable, FSYNC);
    assertThat(active.ask()).as("it is not added again").isEqualTo(Ask.NOTHING);

    active.publish(1);
    active.ackAll();
    assertThat(active.ask()).as("its disk answers").isEqualTo(new Ask(AskKind.GROW, 3, B));
  }

  private static void publishWithStuckStandby(Rig active, long durable, int millis) {
    for (int i = 0; i < millis / 10; i++) {
      active.publish(1);
      active.hears(stuck(active.copiesSent().getLast(), durable));
      active.pass(10);
    }
  }

  @Test
  void standbyWhoseDiskHasJustLeftSomethingWaitingForLongIsNotAddedYet() {
    Rig active = Rig.alone();
    active.joins(B);
    long held = active.port.journal.end();
    publishWithStuckStandby(active, held - 1, FSYNC / 2);
    active.hears(stuck(active.copiesSent().getLast(), held));
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);

    active.ackAll();
    assertThat(active.ask().kind()).isEqualTo(AskKind.GROW);
  }

  @Test
  void standbyThatComesAnewIsJudgedByWhatItsDiskDoesNow() {
    Rig active = Rig.withStandby();
    long held = active.port.journal.durable();
    publishWithStuckStandby(active, held, FSYNC - 100);
    active.closes();
    active.joins(B);
    publishWithStuckStandby(active, held, FSYNC - 100);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);

    publishWithStuckStandby(active, held, 200);
    assertThat(active.ask().kind()).isEqualTo(AskKind.SHRINK);
  }
}
