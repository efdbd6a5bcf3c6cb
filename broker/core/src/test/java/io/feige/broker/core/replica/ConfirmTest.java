package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.B_REBOOTED;
import static io.feige.broker.core.replica.Rig.COUNTED;
import static io.feige.broker.core.replica.Rig.LEASE;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.FakePort.Committed;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules 1, 5 and 11: what is confirmed, and under which promise anybody is served. */
final class ConfirmTest {
  private static final int FRAME = FakeJournal.FRAME;

  @Test
  void aloneInSyncFsyncConfirms() {
    Rig active = Rig.alone();

    active.port.journal.append(1, 2);
    active.write();
    assertThat(active.committed()).as("written is not durable").isEqualTo(-1);
    active.save();

    assertThat(active.committed()).isEqualTo(3 * FRAME);
    assertThat(active.machine.commit()).isEqualTo(3 * FRAME);
  }

  @Test
  void bothInSyncNeedsFsyncHereAndAckThere() {
    Rig active = Rig.withStandby();

    active.publish(1);
    assertThat(active.committed()).as("not acknowledged").isEqualTo(-1);
    active.ackAll();
    assertThat(active.committed()).isEqualTo(2 * FRAME);

    active.takeEffects();
    active.port.journal.append(1, 1);
    active.write();
    active.ackAll();
    assertThat(active.committed()).as("not durable here").isEqualTo(-1);
    active.save();
    assertThat(active.committed()).isEqualTo(3 * FRAME);
  }

  @Test
  void onlyWhatIsWrittenIsSent() {
    Rig active = Rig.withStandby();

    active.port.journal.append(1, 3);
    active.port.journal.write(2 * FRAME);
    active.decide(new ReplicaEvent.JournalMoved());

    Copy last = active.copiesSent().getLast();
    assertThat(last.position() + last.frames().remaining()).isEqualTo(2 * FRAME);
    assertThat(last.end()).isEqualTo(4 * FRAME);
  }

  @Test
  void ackWhileNoPromiseHoldsConfirmsNothing() {
    Rig active = Rig.withStandby();
    active.pass(COUNTED);
    active.publish(1);
    Copy copy = active.copiesSent().getLast();
    active.takeEffects();

    active.hears(new Ack(1, 2 * FRAME, 2 * FRAME, copy.sentNanos() - 1_000_000_000, LEASE));

    assertThat(active.mayServe()).isFalse();
    assertThat(active.committed()).isEqualTo(-1);
  }

  @Test
  void leaseCountsFromTheSendingAndIsShorterThanThePromise() {
    Rig active = Rig.withStandby();
    active.publish(1);
    Copy copy = active.copiesSent().getLast();
    active.pass(200);
    active.ack(copy);

    active.pass(COUNTED - 200 - 1);
    assertThat(active.mayServe()).isTrue();
    active.pass(1);

    assertThat(active.mayServe()).isFalse();
    assertThat(active.machine.isWaiting(active.nowNanos())).isTrue();
    assertThat(active.report().isActing()).isTrue();
    assertThat(active.report().isServing()).isFalse();
  }

  @Test
  void serviceGoesOnWhenAnAckRenewsTheLease() {
    Rig active = Rig.withStandby();
    active.pass(COUNTED);
    assertThat(active.mayServe()).isFalse();

    active.ackAll();

    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void idleStandbyKeepsTheLeaseByAcknowledgingProbes() {
    Rig active = Rig.withStandby();

    active.passWithAcks(5_000);

    assertThat(active.mayServe()).isTrue();
    assertThat(active.ask()).isEqualTo(io.feige.protocol.cluster.Ask.NOTHING);
  }

  @Test
  void aloneInSyncNeedsNoPromise() {
    Rig active = Rig.alone();

    active.pass(60_000);

    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void ackOfAnotherBootConfirmsNothing() {
    Rig active = Rig.withStandby();
    active.closes();
    active.joins(B_REBOOTED);
    active.takeEffects();

    active.publish(1);
    active.ackAll();

    assertThat(active.committed()).isEqualTo(-1);
  }

  @Test
  void ackOfAnEarlierConnectionCountsForNothing() {
    Rig active = Rig.withStandby();
    long old = active.session();
    active.joins(B);
    active.publish(1);
    Copy copy = active.copiesSent().getLast();

    active.hears(old, active.ackOf(copy));

    assertThat(active.committed()).isEqualTo(-1);
    assertThat(active.didHangUp(old)).isTrue();
    active.ack(copy);
    assertThat(active.committed()).isEqualTo(2 * FRAME);
  }

  @Test
  void ackOfWhatWasNeverSentEndsTheConnection() {
    Rig active = Rig.withStandby();
    active.publish(1);
    Copy copy = active.copiesSent().getLast();

    active.hears(new Ack(1, 9 * FRAME, 9 * FRAME, copy.sentNanos(), LEASE));
    assertThat(active.didHangUp(active.session())).isTrue();
    assertThat(active.committed()).isEqualTo(-1);
  }

  @Test
  void ackOfATimeThatIsStillToComeGivesNoLease() {
    Rig active = Rig.withStandby();
    active.publish(1);
    Copy copy = active.copiesSent().getLast();

    active.hears(new Ack(1, 2 * FRAME, 2 * FRAME, copy.sentNanos() + 1, LEASE));

    assertThat(active.didHangUp(active.session())).isTrue();
    active.pass(COUNTED);
    assertThat(active.mayServe()).isFalse();
  }

  @Test
  void confirmedPositionsOnlyAscend() {
    Rig active = Rig.withStandby();
    long before = 0;
    for (int i = 0; i < 20; i++) {
      active.publish(i % 3);
      active.ackAll();
      for (FakePort.Effect effect : active.takeEffects()) {
        if (effect instanceof Committed committed) {
          assertThat(committed.position()).isGreaterThan(before);
          before = committed.position();
        }
      }
    }
    assertThat(before).isEqualTo(active.port.journal.end());
  }

  @Test
  void whoWasAloneIsFollowedByTheStandbyOnceAdminSaysSo() {
    Rig active = Rig.alone();
    active.joins(B);
    active.learn(state(2, 1, "a", A, B));
    active.pass(1);

    active.publish(1);

    assertThat(active.committed()).isEqualTo(-1);
    active.ackAll();
    assertThat(active.committed()).isEqualTo(2 * FRAME);
  }

  @Test
  void whatTheJournalDoesNotHoldAnyMoreCountsAsConfirmed() {
    FakeJournal restored = new FakeJournal();
    restored.beginAt(800, 800, List.of(new EpochStart(3, 799)));
    Rig rig = Rig.started(restored);

    rig.pass(LEASE);
    rig.learn(state(1, 4, "a", A));

    assertThat(rig.machine.commit()).isEqualTo(800);
    assertThat(rig.report().story().commitBefore()).isEqualTo(800);
  }
}
