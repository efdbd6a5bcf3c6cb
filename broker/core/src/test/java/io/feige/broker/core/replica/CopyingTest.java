package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.LEASE;
import static io.feige.broker.core.replica.Rig.PROBE;
import static io.feige.broker.core.replica.Rig.TIMEOUT;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.FakePort.Dialled;
import io.feige.broker.core.replica.FakePort.Reported;
import io.feige.broker.core.replica.FakePort.Spooling;
import io.feige.broker.core.replica.FakePort.WasCut;
import io.feige.broker.core.replica.FakePort.Wiped;
import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.link.SnapshotPart;
import io.feige.protocol.model.NodeRole;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules 5, 6 and 7 at the replica that catches up. */
final class CopyingTest {
  private static final int FRAME = FakeJournal.FRAME;

  private static Rig dialling(FakeJournal journal) {
    Rig rig = Rig.started(journal);
    rig.learn(state(4, 3, "b", B));
    rig.accepted();
    return rig;
  }

  @Test
  void joinerTellsWhatItHolds() {
    Rig joiner = dialling(FakeJournal.of(1, 2));

    assertThat(joiner.sent(Join.class))
        .containsExactly(new Join(Rig.PAIR, A, 3, List.of(new EpochStart(1, 0)), 3 * FRAME));
  }

  @Test
  void tailThatTheActiveDoesNotHaveIsCutAndKept() {
    Rig joiner = dialling(FakeJournal.of(1, 4));

    joiner.hears(new Joined(3, 3 * FRAME, 0, -1, 0));
    assertThat(joiner.didHangUp(joiner.session())).isTrue();
    assertThat(joiner.takeEffects())
        .contains(new WasCut(3 * FRAME, 3))
        .doesNotContain(new Dialled());
    assertThat(joiner.report().end()).as("while it is cut").isEqualTo(3 * FRAME);
    joiner.pass(1_000);
    joiner.ready();

    assertThat(joiner.port.cutAway).hasSize(2);
    assertThat(joiner.takeEffects()).contains(new Dialled());
    assertThat(joiner.report().story().cutEpoch()).isEqualTo(3);
    assertThat(joiner.report().story().cutFrom()).isEqualTo(3 * FRAME);
    assertThat(joiner.report().story().cutBytes()).isEqualTo(2 * FRAME);
  }

  @Test
  void journalWithNothingInCommonIsCutToNothing() {
    Rig joiner = dialling(FakeJournal.of(1, 4));

    joiner.hears(new Joined(3, 0, 0, -1, 0));

    assertThat(joiner.takeEffects()).contains(new WasCut(0, 3));
  }

  @Test
  void journalIsWipedWhenTheActiveNoLongerHasWhatFollows() {
    Rig joiner = dialling(FakeJournal.of(1, 4));

    joiner.hears(new Joined(3, 5 * FRAME, 6 * FRAME, -1, 0));

    assertThat(joiner.takeEffects()).contains(new Wiped(5 * FRAME, 3));
    assertThat(joiner.port.cutAway).as("all of it is agreed").isEmpty();
    assertThat(joiner.report().end()).isZero();
    assertThat(joiner.report().lastEpoch()).isZero();
  }

  @Test
  void tailIsKeptWhenAJournalIsWiped() {
    Rig joiner = dialling(FakeJournal.of(1, 4));

    joiner.hears(new Joined(3, 3 * FRAME, 4 * FRAME, -1, 0));

    assertThat(joiner.takeEffects()).contains(new Wiped(3 * FRAME, 3));
    assertThat(joiner.port.cutAway).hasSize(2);
  }

  @Test
  void journalThatBeginsBehindWhatIsAgreedIsWiped() {
    FakeJournal journal = FakeJournal.of(1, 4);
    journal.removeBelow(4 * FRAME);
    Rig joiner = dialling(journal);

    joiner.hears(new Joined(3, 3 * FRAME, 2 * FRAME, -1, 0));

    assertThat(joiner.takeEffects()).contains(new Wiped(3 * FRAME, 3));
  }

  @Test
  void joinerCopiesAndAcknowledgesOnlyWhatIsWritten() {
    Rig joiner = dialling(FakeJournal.of(1, 2));
    joiner.hears(new Joined(3, 3 * FRAME, 0, -1, 0));
    Copy copy = joiner.copy(3, 2);

    joiner.hears(copy);
    assertThat(joiner.sent(Ack.class)).isEmpty();
    joiner.port.journal.write(4 * FRAME);
    joiner.decide(new ReplicaEvent.JournalMoved());
    assertThat(joiner.sent(Ack.class)).as("no copy is whole").isEmpty();
    joiner.write();

    assertThat(joiner.sent(Ack.class))
        .containsExactly(new Ack(3, 5 * FRAME, 3 * FRAME, copy.sentNanos(), LEASE));
  }

  @Test
  void probeIsAnsweredAtOnceWhenAllIsWritten() {
    Rig joiner = dialling(FakeJournal.of(1, 2));
    joiner.hears(new Joined(3, 3 * FRAME, 0, -1, 0));
    Copy probe = joiner.copy(3, 0);

    joiner.hears(probe);

    assertThat(joiner.sent(Ack.class))
        .containsExactly(new Ack(3, 3 * FRAME, 3 * FRAME, probe.sentNanos(), LEASE));
  }

  @Test
  void probeBehindUnwrittenBytesWaitsForThem() {
    Rig joiner = dialling(FakeJournal.of(1, 2));
    joiner.hears(new Joined(3, 3 * FRAME, 0, -1, 0));
    joiner.hears(joiner.copy(3, 1));
    joiner.pass(1);
    Copy probe = joiner.copy(3, 0);
    joiner.hears(probe);
    assertThat(joiner.sent(Ack.class)).isEmpty();

    joiner.write();

    assertThat(joiner.sent(Ack.class)).hasSize(1);
    assertThat(joiner.sent(Ack.class).getFirst().sentNanos()).isEqualTo(probe.sentNanos());
  }

  @Test
  void everyAckRenewsThePromise() {
    Rig standby = Rig.standby();
    standby.pass(LEASE - 1);
    standby.copies(1, 1);
    standby.takeEffects();

    standby.pass(LEASE - 1);
    assertThat(standby.report().promiseLapsed()).isFalse();
    assertThat(standby.did(Reported.class)).isFalse();
    standby.pass(1);

    assertThat(standby.report().promiseLapsed()).isTrue();
    assertThat(standby.did(Reported.class)).as("Admin waits for it").isTrue();
  }

  @Test
  void promiseIsOwedAlsoWhenTheConnectionIsGone() {
    Rig standby = Rig.standby();
    standby.copies(1, 1);
    standby.closes();
    standby.refused();

    standby.pass(LEASE - 1);
    assertThat(standby.report().promiseLapsed()).isFalse();
    standby.pass(1);

    assertThat(standby.report().promiseLapsed()).isTrue();
  }

  @Test
  void nothingIsAcknowledgedToAnActiveWhoseEpochIsOver() {
    Rig standby = Rig.standby();
    long session = standby.session();
    standby.hears(standby.copy(1, 1));

    standby.learn(state(2, 2, "a", A, B));
    assertThat(standby.didHangUp(session)).isTrue();
    standby.takeEffects();
    standby.write();
    standby.hears(session, standby.copy(1, 1));

    assertThat(standby.sent(Ack.class)).isEmpty();
    assertThat(standby.port.journal.end()).as("nothing was copied either").isEqualTo(3 * FRAME);
  }

  @Test
  void activeOfALowerEpochIsRefused() {
    Rig joiner = dialling(FakeJournal.of(1, 2));

    joiner.hears(new Joined(2, 3 * FRAME, 0, -1, 0));

    assertThat(joiner.didHangUp(joiner.session())).isTrue();
    assertThat(joiner.port.notes).anyMatch(note -> note.startsWith("FENCED"));
    joiner.takeEffects();
    joiner.pass(20);
    assertThat(joiner.takeEffects()).contains(new Dialled());
  }

  @Test
  void activeOfAHigherEpochIsFollowedBeforeAdminTells() {
    Rig joiner = dialling(FakeJournal.of(1, 2));

    joiner.hears(new Joined(4, 3 * FRAME, 0, -1, 0));
    joiner.hears(joiner.copy(4, 0));

    assertThat(joiner.machine.epoch()).isEqualTo(4);
    assertThat(joiner.sent(Ack.class)).hasSize(1);
    assertThat(joiner.machine.role()).isEqualTo(NodeRole.JOINING);
    joiner.learn(state(5, 4, "b", A, B));
    assertThat(joiner.machine.role()).isEqualTo(NodeRole.STANDBY);
    assertThat(joiner.didHangUp(joiner.session())).isFalse();
  }

  @Test
  void stateOfAnEpochThatTheActiveHasLeftDoesNotActivate() {
    Rig joiner = dialling(FakeJournal.of(1, 2));
    joiner.hears(new Joined(5, 3 * FRAME, 0, -1, 0));

    joiner.learn(state(5, 4, "a", A, B));

    assertThat(joiner.report().isActing()).isFalse();
    assertThat(joiner.machine.epoch()).isEqualTo(5);
  }

  @Test
  void joinedReplicaIsStandbyOnlyOnceItIsInSync() {
    Rig joiner = dialling(FakeJournal.of(1, 2));
    assertThat(joiner.machine.role()).isEqualTo(NodeRole.JOINING);
    joiner.hears(new Joined(3, 3 * FRAME, 0, -1, 0));
    assertThat(joiner.machine.role()).isEqualTo(NodeRole.JOINING);

    joiner.learn(state(5, 3, "b", A, B));
    assertThat(joiner.machine.role()).isEqualTo(NodeRole.STANDBY);
    joiner.closes();
    assertThat(joiner.machine.role()).as("it still holds everything").isEqualTo(NodeRole.STANDBY);
    joiner.learn(state(6, 3, "b", B));

    assertThat(joiner.machine.role()).isEqualTo(NodeRole.JOINING);
  }

  @Test
  void bytesThatDoNotFollowEndTheConnection() {
    Rig joiner = dialling(FakeJournal.of(1, 2));
    joiner.hears(new Joined(3, 3 * FRAME, 0, -1, 0));

    joiner.hears(new Copy(3, 4 * FRAME, 5 * FRAME, 0, 0, ByteBuffer.allocate(FRAME)));

    assertThat(joiner.didHangUp(joiner.session())).isTrue();
    assertThat(joiner.port.journal.end()).isEqualTo(3 * FRAME);
  }

  @Test
  void damagedBytesEndTheConnectionAndAreFetchedAgainLater() {
    Rig joiner = dialling(FakeJournal.of(1, 2));
    joiner.hears(new Joined(3, 3 * FRAME, 0, -1, 0));
    joiner.port.failCopies("the checksum is wrong");

    joiner.hears(joiner.copy(3, 1));
    assertThat(joiner.didHangUp(joiner.session())).isTrue();
    assertThat(joiner.port.notes).anyMatch(note -> note.contains("the checksum is wrong"));
    joiner.takeEffects();
    joiner.pass(199);
    assertThat(joiner.did(Dialled.class)).isFalse();
    joiner.pass(1);

    assertThat(joiner.did(Dialled.class)).isTrue();
  }

  @Test
  void dialsThatFailAreRepeatedEverMoreSlowly() {
    Rig joiner = Rig.started(FakeJournal.of(1, 2));
    joiner.learn(state(4, 3, "b", B));
    for (int pause : new int[] {20, 40, 80, 160, 320, 500, 500}) {
      joiner.refused();
      joiner.pass(pause - 1);
      assertThat(joiner.did(Dialled.class)).isFalse();
      joiner.pass(1);
    }
    assertThat(joiner.did(Dialled.class)).isTrue();
  }

  @Test
  void connectionThatEndedWhileCopyingIsDialledAgainAtOnce() {
    Rig standby = Rig.standby();

    standby.closes();

    assertThat(standby.takeEffects()).contains(new Dialled());
  }

  @Test
  void silentActiveIsDialledAnew() {
    Rig standby = Rig.standby();
    standby.pass(TIMEOUT - 1);
    assertThat(standby.didHangUp(standby.session())).isFalse();

    standby.pass(1);
    assertThat(standby.didHangUp(standby.session())).isTrue();
    standby.pass(20);

    assertThat(standby.did(Dialled.class)).isTrue();
  }

  @Test
  void nobodyIsDialledWhileNobodyElseIsActive() {
    Rig joiner = Rig.started(FakeJournal.of(1, 2));
    joiner.learn(state(4, 3, "a", new io.feige.protocol.cluster.Member("a", "older")));
    joiner.pass(10_000);

    assertThat(joiner.did(Dialled.class)).isFalse();
  }

  @Test
  void commitOfTheActiveIsKnownAsFarAsTheBytesAre() {
    Rig standby = Rig.standby();
    Copy copy = standby.copy(1, 2);
    standby.hears(
        new Copy(1, copy.position(), copy.end(), 99 * FRAME, copy.sentNanos(), copy.frames()));
    assertThat(standby.machine.commit()).isEqualTo(2 * FRAME);

    standby.write();

    assertThat(standby.machine.commit()).isEqualTo(4 * FRAME);
    assertThat(standby.committed()).as("only an active confirms").isEqualTo(-1);
  }

  @Test
  void emptyJournalBeginsFromASnapshot() {
    Rig joiner = dialling(new FakeJournal());
    joiner.hears(new Joined(3, 0, 5 * FRAME, 8 * FRAME, 100));
    joiner.hears(new SnapshotPart(3, ByteBuffer.allocate(60)));
    joiner.port.spooledHistoryIs(List.of(new EpochStart(1, 0), new EpochStart(3, 7 * FRAME)));

    joiner.hears(new SnapshotPart(3, ByteBuffer.allocate(40)));
    assertThat(joiner.takeEffects())
        .contains(new Spooling(5 * FRAME, new SnapshotAt(8 * FRAME, 100)), new FakePort.Restored())
        .doesNotContain(new Dialled());
    joiner.ready();
    joiner.accepted();

    assertThat(joiner.report().end()).as("it is not whole").isZero();
    joiner.hears(new Joined(3, 5 * FRAME, 5 * FRAME, -1, 0));
    joiner.copies(3, 2);
    assertThat(joiner.report().end()).isZero();
    joiner.copies(3, 1);
    assertThat(joiner.report().end()).isEqualTo(8 * FRAME);
    assertThat(joiner.report().durable()).isEqualTo(8 * FRAME);
    assertThat(joiner.report().lastEpoch()).isEqualTo(3);
  }

  @Test
  void journalThatIsNotWholeIsNeverActivated() {
    Rig joiner = dialling(new FakeJournal());
    joiner.hears(new Joined(3, 0, 5 * FRAME, 8 * FRAME, 100));
    joiner.hears(new SnapshotPart(3, ByteBuffer.allocate(100)));
    joiner.ready();
    joiner.pass(LEASE);

    joiner.learn(state(9, 4, "a", A));

    assertThat(joiner.report().isActing()).isFalse();
  }

  @Test
  void journalThatTurnsOutNotToBeWholeIsNotActivatedEither() {
    Rig joiner = dialling(new FakeJournal());
    joiner.hears(new Joined(3, 0, 5 * FRAME, 8 * FRAME, 100));
    joiner.hears(new SnapshotPart(3, ByteBuffer.allocate(100)));
    joiner.learn(state(9, 4, "a", A));
    joiner.pass(LEASE);
    joiner.ready();

    assertThat(joiner.report().isActing()).isFalse();
  }

  @Test
  void journalThatIsNotWholeIsNotContinuedByAnotherEpoch() {
    Rig joiner = dialling(new FakeJournal());
    joiner.hears(new Joined(3, 0, 5 * FRAME, 8 * FRAME, 100));
    joiner.hears(new SnapshotPart(3, ByteBuffer.allocate(100)));
    joiner.ready();
    joiner.accepted();

    joiner.hears(new Joined(4, 5 * FRAME, 5 * FRAME, -1, 0));

    assertThat(joiner.takeEffects()).contains(new Wiped(5 * FRAME, 4));
  }

  @Test
  void damagedSnapshotIsFetchedAgainLater() {
    Rig joiner = dialling(new FakeJournal());
    joiner.port.damageSnapshot();
    joiner.hears(new Joined(3, 0, 5 * FRAME, 8 * FRAME, 100));
    joiner.hears(new SnapshotPart(3, ByteBuffer.allocate(100)));
    joiner.takeEffects();

    joiner.ready();
    assertThat(joiner.did(Dialled.class)).isFalse();
    joiner.pass(200);

    assertThat(joiner.did(Dialled.class)).isTrue();
  }

  @Test
  void cutThatFailedIsTriedAgainLater() {
    Rig joiner = dialling(FakeJournal.of(1, 4));
    joiner.hears(new Joined(3, 3 * FRAME, 0, -1, 0));
    joiner.port.journal.append(1, 2);
    joiner.port.journal.save();
    joiner.takeEffects();

    joiner.ready();
    assertThat(joiner.did(Dialled.class)).isFalse();
    assertThat(joiner.report().end()).as("nothing was cut").isEqualTo(5 * FRAME);
    joiner.pass(200);
    joiner.accepted();
    joiner.hears(new Joined(3, 3 * FRAME, 0, -1, 0));

    assertThat(joiner.takeEffects()).contains(new WasCut(3 * FRAME, 3));
  }

  @Test
  void connectionThatEndsWithinASnapshotBeginsAnew() {
    Rig joiner = dialling(new FakeJournal());
    joiner.hears(new Joined(3, 0, 5 * FRAME, 8 * FRAME, 100));
    joiner.hears(new SnapshotPart(3, ByteBuffer.allocate(60)));
    joiner.closes();
    joiner.pass(20);
    joiner.accepted();

    joiner.hears(new Joined(3, 0, 5 * FRAME, 9 * FRAME, 70));
    joiner.hears(new SnapshotPart(3, ByteBuffer.allocate(70)));

    assertThat(joiner.did(FakePort.Restored.class)).isTrue();
  }

  @Test
  void ackWaitsForAConnectionThatTakesNoMore() {
    Rig standby = Rig.standby();
    standby.port.full.add(standby.session());
    standby.copies(1, 1);
    assertThat(standby.sent(Ack.class)).isEmpty();
    standby.port.full.clear();

    standby.decide(new ReplicaEvent.LinkWritable(standby.session()));

    assertThat(standby.sent(Ack.class)).hasSize(1);
  }

  @Test
  void lagIsTheDistanceToTheActivesEnd() {
    Rig standby = Rig.standby();
    standby.hears(new Copy(1, 2 * FRAME, 7 * FRAME, 0, 0, ByteBuffer.allocate(0)));

    assertThat(standby.report().lagBytes()).isEqualTo(5 * FRAME);
    standby.closes();
    assertThat(standby.report().lagBytes()).isEqualTo(-1);
    assertThat(PROBE).isLessThan(TIMEOUT);
  }
}
