package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.GRACE;
import static io.feige.broker.core.replica.Rig.LEASE;
import static io.feige.broker.core.replica.Rig.handedOver;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.core.replica.FakePort.Activated;
import io.feige.broker.core.replica.FakePort.Dialled;
import io.feige.broker.core.replica.FakePort.Reported;
import io.feige.broker.core.replica.FakePort.Retired;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Death;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.ReplicaStory;
import io.feige.protocol.link.Join;
import io.feige.protocol.model.NodeRole;
import org.junit.jupiter.api.Test;

/** Rules 4, 12, 13 and 14: who becomes active, when it serves, and when it ceases to. */
final class ActivationTest {
  private static final int FRAME = FakeJournal.FRAME;

  @Test
  void activationWaitsOutThePromise() {
    Rig standby = Rig.standby();

    standby.learn(state(2, 2, "a", A, B));
    standby.pass(LEASE - 1);
    assertThat(standby.did(Activated.class)).isFalse();
    assertThat(standby.machine.role()).isEqualTo(NodeRole.ACTIVE);
    assertThat(standby.report().isActing()).isTrue();
    assertThat(standby.mayServe()).isFalse();
    standby.pass(1);

    assertThat(standby.takeEffects()).contains(new Activated(2));
    assertThat(standby.mayServe()).as("EPOCH is not confirmed").isFalse();
  }

  @Test
  void nobodyIsWaitedForWhoIsProvedToBeDead() {
    String proof = "0d".repeat(32);
    Rig standby = Rig.standbyOf(Death.markOf(proof));
    standby.pass(LEASE); // What it may have promised before it was started has lapsed.
    standby.hears(standby.copy(1, 1));
    standby.write();
    standby.decide(new ReplicaEvent.PeerDied("0e".repeat(32)));
    assertThat(standby.report().promiseLapsed()).as("of another process").isFalse();
    standby.takeEffects();

    standby.decide(new ReplicaEvent.PeerDied(proof));
    assertThat(standby.report().promiseLapsed()).isTrue();
    assertThat(standby.did(Reported.class)).as("Admin hears of it at once").isTrue();
    standby.hears(standby.copy(1, 1));
    standby.write();
    assertThat(standby.report().promiseLapsed()).as("what comes late binds nobody").isTrue();
    standby.learn(state(2, 2, "a", A, B));
    standby.save();

    assertThat(standby.takeEffects()).contains(new Activated(2));
  }

  @Test
  void activationFlushesWhatWasCopiedFirst() {
    Rig standby = Rig.standby();
    standby.hears(standby.copy(1, 2));
    standby.write();
    standby.learn(state(2, 2, "a", A, B));

    standby.pass(LEASE);
    assertThat(standby.did(Activated.class)).isFalse();
    standby.save();

    assertThat(standby.takeEffects()).contains(new Activated(2));
  }

  @Test
  void activationServesOnlyOnceItsEpochIsConfirmed() {
    Rig standby = Rig.standby();
    standby.pass(LEASE);
    standby.learn(state(2, 2, "a", A, B));
    standby.takeEffects();
    long end = standby.port.journal.end();

    standby.save();
    assertThat(standby.mayServe()).isFalse();
    assertThat(standby.committed()).isEqualTo(-1);
    standby.learn(state(3, 2, "a", A));

    assertThat(standby.committed()).isEqualTo(end);
    assertThat(standby.mayServe()).isTrue();
    assertThat(standby.did(Reported.class)).as("Admin hears of it at once").isTrue();
    assertThat(standby.report().isServing()).isTrue();
  }

  @Test
  void activeThatReplacesALostOneAsksToShrinkAsSoonAsItsEpochIsDurable() {
    Rig standby = Rig.standby();
    standby.pass(LEASE);
    standby.learn(state(2, 2, "a", A, B));
    standby.write();
    assertThat(standby.ask()).isEqualTo(Ask.NOTHING);

    standby.save();

    assertThat(standby.ask()).isEqualTo(new Ask(AskKind.SHRINK, 2, Member.NONE));
  }

  @Test
  void activeThatWasActiveBeforeGivesItsStandbyTheGraceToComeBack() {
    Rig restarted = Rig.withStandby().restarted();
    restarted.pass(LEASE);
    restarted.learn(state(2, 1, "a", A, B));
    restarted.learn(state(3, 2, "a", A, B));
    restarted.save();

    restarted.pass(GRACE - 1);
    assertThat(restarted.ask()).isEqualTo(Ask.NOTHING);
    restarted.pass(1);

    assertThat(restarted.ask()).isEqualTo(new Ask(AskKind.SHRINK, 3, Member.NONE));
  }

  @Test
  void newActiveServesWithTheOldOneAsItsStandby() {
    Rig standby = Rig.standby();
    standby.pass(LEASE);
    standby.learn(state(2, 2, "a", A, B));
    standby.joins(B, FakeJournal.of(1, 1), 2 * FRAME);
    standby.save();
    assertThat(standby.mayServe()).isFalse();

    standby.ackAll();

    assertThat(standby.mayServe()).isTrue();
    assertThat(standby.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void freshProcessOwesAFullPromise() {
    Rig started = Rig.started(FakeJournal.of(1, 3));
    started.learn(state(5, 2, "a", A));

    started.pass(LEASE - 1);
    assertThat(started.report().promiseLapsed()).isFalse();
    assertThat(started.did(Activated.class)).isFalse();
    started.pass(1);

    assertThat(started.did(Activated.class)).isTrue();
  }

  @Test
  void activeThatRestartedDoesNotServeInItsOldEpoch() {
    Rig restarted = Rig.alone().restarted();

    restarted.learn(state(1, 1, "a", A));
    restarted.pass(10_000);

    assertThat(restarted.did(Activated.class)).isFalse();
    assertThat(restarted.mayServe()).isFalse();
    assertThat(restarted.report().isActing()).isFalse();
    assertThat(restarted.machine.role()).isEqualTo(NodeRole.JOINING);
    assertThat(restarted.report().lastEpoch()).as("what Admin decides by").isEqualTo(1);
    assertThat(restarted.report().promiseLapsed()).isTrue();
    restarted.learn(state(2, 2, "a", A));
    restarted.save();
    assertThat(restarted.mayServe()).isTrue();
  }

  @Test
  void machineThatRebootedIsNotActivatedByTheBootThatWas() {
    Rig rebooted = new Rig(FakeJournal.of(1, 3), new Member("a", "a-boot-2"), 0);

    rebooted.learn(state(5, 2, "a", A));
    rebooted.pass(10_000);

    assertThat(rebooted.did(Activated.class)).isFalse();
    assertThat(rebooted.report().isActing()).isFalse();
    assertThat(rebooted.report().epoch()).isEqualTo(2);
  }

  @Test
  void machineThatRebootedIsActivatedWhenAdminNamesItsPresentBoot() {
    Member present = new Member("a", "a-boot-2");
    Rig rebooted = new Rig(FakeJournal.of(1, 3), present, 0);
    rebooted.learn(state(5, 1, "a", A));
    rebooted.pass(LEASE);

    rebooted.learn(state(6, 2, "a", present));
    rebooted.save();

    assertThat(rebooted.mayServe()).isTrue();
  }

  @Test
  void replicaOutsideWhatIsInSyncServesWhenItIsPromoted() {
    Rig joining = Rig.started(FakeJournal.of(1, 3));
    joining.learn(state(5, 1, "b", B));
    joining.pass(LEASE);

    joining.learn(state(6, 2, "a", A));
    joining.save();

    assertThat(joining.mayServe()).isTrue();
  }

  @Test
  void oneOfTwoThatCameBackIsActivatedWithTheOtherStillCounted() {
    Rig furthest = Rig.started(FakeJournal.of(1, 3));
    furthest.learn(state(5, 1, "b", B));
    furthest.pass(LEASE);
    furthest.learn(state(6, 2, "a", A, B));
    furthest.save();

    assertThat(furthest.mayServe()).as("the other may hold more").isFalse();
    assertThat(furthest.ask().kind()).isEqualTo(AskKind.SHRINK);
    furthest.learn(state(7, 2, "a", A));
    assertThat(furthest.mayServe()).isTrue();
  }

  @Test
  void oldStatesChangeNothing() {
    Rig active = Rig.withStandby();
    active.takeEffects();

    active.learn(state(1, 1, "a", A));
    active.publish(1);
    assertThat(active.committed()).as("still both").isEqualTo(-1);
    active.learn(state(9, 3, "b", B));
    active.learn(state(8, 2, "a", A));

    assertThat(active.report().isActing()).isFalse();
    assertThat(active.machine.epoch()).isEqualTo(3);
    assertThat(active.report().version()).isEqualTo(9);
  }

  @Test
  void repeatedStateActivatesOnce() {
    Rig active = Rig.alone();

    active.learn(state(1, 1, "a", A));
    active.learn(state(1, 1, "a", A));

    assertThat(active.did(Activated.class)).isFalse();
    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void activeThatLearnsOfAHigherEpochRetiresAndDialsTheNewOne() {
    Rig active = Rig.withStandby();
    long session = active.session();
    active.takeEffects();

    active.learn(state(3, 2, "b", A, B));

    assertThat(active.mayServe()).isFalse();
    assertThat(active.machine.role()).isEqualTo(NodeRole.JOINING);
    assertThat(active.machine.activeNode()).isEqualTo("b");
    assertThat(active.didHangUp(session)).isTrue();
    assertThat(active.takeEffects()).contains(new Retired("b"), new Dialled());
  }

  @Test
  void activeThatIsActivatedAgainBeginsAnew() {
    Rig active = Rig.alone();
    active.learn(state(2, 2, "a", A));

    assertThat(active.takeEffects()).contains(new Retired("a"), new Activated(2));
    assertThat(active.mayServe()).isFalse();
    active.save();
    assertThat(active.mayServe()).isTrue();
  }

  @Test
  void activeThatIsMetByAHigherEpochCeasesAndWaitsForAdmin() {
    Rig active = Rig.withStandby();
    active.takeEffects();

    active.decide(new ReplicaEvent.LinkOpened(99, false));
    active.hears(99, new Join(Rig.PAIR, B, 2, FakeJournal.of(1, 0).history(), FRAME));

    assertThat(active.mayServe()).isFalse();
    assertThat(active.report().isActing()).isFalse();
    assertThat(active.report().epoch()).isEqualTo(2);
    assertThat(active.did(Retired.class)).isTrue();
    assertThat(active.didHangUp(99)).as("Admin may tell that this one is active").isFalse();
    active.pass(5_000);
    assertThat(active.did(Dialled.class)).as("nobody is known to be active").isFalse();
  }

  @Test
  void replicaThatHearsOfItsOwnActivationFromTheOtherStillBecomesActive() {
    Rig standby = Rig.standby();
    standby.pass(LEASE);
    standby.decide(new ReplicaEvent.LinkOpened(99, false));
    standby.hears(99, new Join(Rig.PAIR, B, 2, FakeJournal.of(1, 1).history(), 2 * FRAME));

    standby.learn(state(2, 2, "a", A, B));

    assertThat(standby.did(Activated.class)).isTrue();
  }

  @Test
  void fullDiskDelaysTheActivation() {
    Rig standby = Rig.standby();
    standby.pass(LEASE);
    standby.port.roomIs(false);
    standby.learn(state(2, 2, "a", A));
    standby.pass(500);
    assertThat(standby.did(Activated.class)).isFalse();
    standby.port.roomIs(true);

    standby.pass(100);

    assertThat(standby.did(Activated.class)).isTrue();
  }

  @Test
  void twoActivesInOneEpochStopTheReplica() {
    Rig active = Rig.withStandby();

    assertThatThrownBy(() -> active.learn(state(3, 1, "b", A, B)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("two actives");
  }

  @Test
  void activeThatAdminNoLongerCountsAsInSyncCeases() {
    Rig active = Rig.alone();

    active.learn(state(2, 1, "a", new Member("a", "another-boot")));

    assertThat(active.mayServe()).isFalse();
    assertThat(active.report().isActing()).isFalse();
    assertThat(active.did(Retired.class)).isTrue();
  }

  @Test
  void activationByHandOverNeedNotWait() {
    Rig standby = Rig.standby();

    standby.learn(handedOver(2, 2, "a", A, B));

    assertThat(standby.takeEffects()).contains(new Activated(2));
    assertThat(standby.report().promiseLapsed()).isTrue();
  }

  @Test
  void storyTellsOfTheActivation() {
    Rig standby = Rig.standby();
    standby.copies(1, 2);
    standby.pass(LEASE - 100);
    standby.learn(state(2, 2, "a", A));
    standby.pass(150);
    standby.save();
    standby.port.redeliver(7);

    assertThat(standby.report().story())
        .isEqualTo(new ReplicaStory(2, 4 * FRAME, 0, 150, 7, 0, 0, 0));
  }

  @Test
  void fencedReplicaDoesNothingMore() {
    Rig active = Rig.withStandby();
    long session = active.session();
    active.machine.fence(active.nowNanos(), active.port);
    active.learn(state(2, 1, "a", A, B));

    assertThat(active.machine.role()).isEqualTo(NodeRole.FENCED);
    assertThat(active.mayServe()).isFalse();
    assertThat(active.report().isActing()).isFalse();
    assertThat(active.did(Retired.class)).isTrue();
    assertThat(active.didHangUp(session)).isTrue();
    active.takeEffects();
    active.learn(state(3, 2, "a", A));
    active.learn(state(4, 3, "b", B));
    active.pass(10_000);
    assertThat(active.did(Activated.class)).isFalse();
    assertThat(active.did(Dialled.class)).isFalse();
    assertThat(active.machine.activeNode()).isEqualTo("b");
  }
}
