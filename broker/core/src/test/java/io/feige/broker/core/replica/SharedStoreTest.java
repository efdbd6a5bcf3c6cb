package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.LEASE;
import static io.feige.broker.core.replica.Rig.handedOver;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.FakePort.Activated;
import io.feige.broker.core.replica.FakePort.Dialled;
import io.feige.broker.core.replica.FakePort.TakenOver;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.model.NodeRole;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A pair whose members share a store instead of copying. */
final class SharedStoreTest {
  private static final ReplicaSettings SHARED =
      new ReplicaSettings(
          LEASE,
          Rig.TIMEOUT,
          Rig.TIMEOUT,
          Rig.PROBE,
          Rig.CANCEL,
          Rig.WINDOW,
          Rig.CHUNK,
          0,
          true,
          Rig.COPIES);
  private static final long STORED = 1_000L * FakeJournal.FRAME;

  /** A process that has run for a while, on a journal. */
  private static Rig with(FakeJournal journal) {
    Rig rig = new Rig(journal, A, -3_000_000_000L, SHARED);
    rig.pass(LEASE);
    return rig;
  }

  /** Node b is active, and the store acknowledges in the place of this one. */
  private static Rig standIn(FakeJournal journal) {
    Rig rig = with(journal);
    rig.port.sharedEnd = STORED;
    rig.learn(state(4, 3, "b", A, B));
    return rig;
  }

  /** The journal has become what the store had. */
  private static void tookOver(Rig rig, long epoch, long sinceNanos) {
    rig.port.journal.clear();
    rig.port.journal.beginAt(STORED, STORED, List.of(new EpochStart(3, STORED - 1)));
    rig.port.becomeReady();
    rig.decide(new ReplicaEvent.TookOver(epoch, sinceNanos, true));
  }

  @Test
  void standbyCopiesNothingAndIsInSync() {
    Rig standby = standIn(new FakeJournal());

    standby.pass(10_000);

    assertThat(standby.did(Dialled.class)).isFalse();
    assertThat(standby.machine.role()).isEqualTo(NodeRole.STANDBY);
    assertThat(standby.report().end()).isEqualTo(STORED);
    assertThat(standby.report().lagBytes()).isZero();
  }

  @Test
  void storeThatIsNotSeenIsReportedAsNothingHeld() {
    Rig standby = standIn(new FakeJournal());

    standby.port.sharedEnd = 0;

    assertThat(standby.report().end()).isZero();
    assertThat(standby.report().lagBytes()).isEqualTo(-1);
  }

  @Test
  void activationMakesTheJournalOfWhatTheStoreHas() {
    Rig standby = standIn(new FakeJournal());

    standby.learn(state(5, 4, "a", A, B));

    assertThat(standby.takeEffects()).contains(new TakenOver(4));
    assertThat(standby.machine.role()).isEqualTo(NodeRole.ACTIVE);
    standby.pass(5_000);
    assertThat(standby.did(Activated.class)).as("without a journal").isFalse();
    tookOver(standby, 4, standby.nowNanos());
    standby.pass(LEASE);
    assertThat(standby.takeEffects()).contains(new Activated(4));
  }

  @Test
  void whatTheOneBeforeCountsOnIsWaitedForFromWhenItIsRefused() {
    Rig standby = standIn(new FakeJournal());
    standby.learn(state(5, 4, "a", A, B));
    long refusedSince = standby.nowNanos();
    standby.pass(LEASE / 2);
    tookOver(standby, 4, refusedSince);

    standby.pass(LEASE / 2 - 1);
    assertThat(standby.did(Activated.class)).isFalse();
    standby.pass(1);

    assertThat(standby.did(Activated.class)).isTrue();
  }

  @Test
  void whoHasHandedOverIsNotWaitedFor() {
    Rig standby = standIn(new FakeJournal());
    standby.learn(handedOver(5, 4, "a", A, B));

    tookOver(standby, 4, standby.nowNanos());

    assertThat(standby.did(Activated.class)).isTrue();
  }

  @Test
  void whatIsTakenOverCountsAsConfirmed() {
    Rig standby = standIn(new FakeJournal());
    standby.learn(state(5, 4, "a", A, B));

    tookOver(standby, 4, standby.nowNanos());

    assertThat(standby.machine.commit()).isEqualTo(STORED);
  }

  @Test
  void storeIsWaitedForInsteadOfBeingTakenForLost() {
    Rig standby = standIn(new FakeJournal());
    standby.learn(state(5, 4, "a", A, B));
    tookOver(standby, 4, standby.nowNanos());
    standby.pass(LEASE);
    standby.save();

    standby.pass(Rig.TIMEOUT - 1);
    assertThat(standby.ask()).isEqualTo(Ask.NOTHING);
    standby.joins(B);
    standby.ackAll();

    assertThat(standby.mayServe()).isTrue();
    assertThat(standby.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void whoWasActiveInTheEpochBeforeGoesOnFromItsOwnJournal() {
    FakeJournal journal = FakeJournal.of(3, 5);
    Rig restarted = with(journal);

    restarted.learn(state(5, 4, "a", A, B));

    assertThat(restarted.did(TakenOver.class)).isFalse();
    assertThat(restarted.takeEffects()).contains(new Activated(4));
    assertThat(journal.start()).isZero();
  }

  @Test
  void ownJournalThatTheStoreWasFilledFromLastGoesOn() {
    FakeJournal journal = FakeJournal.of(2, 5);
    Rig restarted = with(journal);
    restarted.learn(state(5, 4, "a", A, B));
    assertThat(restarted.takeEffects()).contains(new TakenOver(4));

    restarted.port.becomeReady();
    restarted.decide(new ReplicaEvent.TookOver(4, restarted.nowNanos(), false));

    assertThat(restarted.takeEffects()).contains(new Activated(4));
  }

  @Test
  void anotherEpochThatBeginsMeanwhileIsTakenOverNext() {
    Rig standby = standIn(new FakeJournal());
    standby.learn(state(5, 4, "a", A, B));
    standby.learn(state(6, 5, "b", A, B));
    assertThat(standby.takeEffects()).contains(new TakenOver(0));
    standby.learn(state(7, 6, "a", A, B));
    assertThat(standby.takeEffects()).contains(new TakenOver(6));

    tookOver(standby, 4, standby.nowNanos());
    standby.pass(LEASE);
    assertThat(standby.did(Activated.class)).as("made for an older epoch").isFalse();
    assertThat(standby.takeEffects()).contains(new TakenOver(6));
    tookOver(standby, 6, standby.nowNanos());
    standby.pass(LEASE);

    assertThat(standby.takeEffects()).contains(new Activated(6));
  }

  @Test
  void takeOverThatNobodyWantsAnyMoreActivatesNothing() {
    Rig standby = standIn(new FakeJournal());
    standby.learn(state(5, 4, "a", A, B));
    PairState elsewhere = state(6, 5, "b", A, B);
    standby.learn(elsewhere);

    standby.port.becomeReady();
    standby.decide(new ReplicaEvent.TookOver(0, 0, false));
    standby.pass(10 * LEASE);

    assertThat(standby.did(Activated.class)).isFalse();
    assertThat(standby.machine.role()).isEqualTo(NodeRole.STANDBY);
  }

  /** Serves as the active, with the store acknowledging everything in the place of node b. */
  private static Rig active() {
    Rig rig = standIn(new FakeJournal());
    rig.learn(state(5, 4, "a", A, B));
    tookOver(rig, 4, rig.nowNanos());
    rig.pass(LEASE);
    rig.save();
    rig.joins(B);
    rig.ackAll();
    rig.takeEffects();
    assertThat(rig.mayServe()).isTrue();
    return rig;
  }

  /** What is acknowledged is as far as rows can be made of what is durable. */
  private static void hangs(Rig active, long stored, int millis) {
    active.port.journal.append(4, 3);
    active.write();
    for (int i = 0; i < millis / 10; i++) {
      active.pass(10);
      Copy newest = active.copiesSent().getLast();
      active.hears(new Ack(4, stored, stored, newest.sentNanos(), LEASE));
    }
  }

  @Test
  void activeWhoseDiskHangsHandsOverOnceTheStoreHasWhatIsConfirmed() {
    Rig active = active();
    long confirmed = active.machine.commit();

    hangs(active, confirmed, Rig.FSYNC);

    assertThat(active.ask()).isEqualTo(new Ask(AskKind.HAND_OVER, 5, B));
  }

  @Test
  void storeThatIsNotKnownToHaveWhatIsConfirmedIsNotHandedOverTo() {
    Rig active = active();
    active.publish(1);
    active.ackAll();
    long confirmed = active.machine.commit();
    long before = confirmed - FakeJournal.FRAME;
    active.closes();
    active.joins(B, active.port.journal, before);

    hangs(active, before, Rig.FSYNC);
    assertThat(active.report().isStalled()).isTrue();
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);

    hangs(active, confirmed, 10);
    assertThat(active.ask()).isEqualTo(new Ask(AskKind.HAND_OVER, 5, B));
  }

  @Test
  void newActiveWhoseDiskHangsBeforeItsFirstRecordIsThereAsksForNothing() {
    Rig standby = standIn(new FakeJournal());
    standby.learn(state(5, 4, "a", A, B));
    tookOver(standby, 4, standby.nowNanos());
    standby.pass(LEASE);
    standby.write();
    standby.joins(B);
    standby.ackAll();

    standby.passWithAcks(2 * Rig.FSYNC);

    assertThat(standby.report().isStalled()).isTrue();
    assertThat(standby.ask()).as("the store may not have refused the epoch").isEqualTo(Ask.NOTHING);
  }
}
