package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.CHUNK;
import static io.feige.broker.core.replica.Rig.PROBE;
import static io.feige.broker.core.replica.Rig.TIMEOUT;
import static io.feige.broker.core.replica.Rig.WINDOW;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.core.replica.ReplicaPort.SnapshotAt;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.link.SnapshotPart;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules 6, 7 and 10 at the active: whom it feeds, with what and how fast, and what it refuses. */
final class FeedingTest {
  private static final int FRAME = FakeJournal.FRAME;

  @Test
  void joinerIsToldUpToWhereBothAreTheSame() {
    Rig active = Rig.alone();
    active.publish(4);
    FakeJournal other = FakeJournal.of(1, 2);

    active.joins(B, other, other.end());

    assertThat(active.sent(Joined.class)).containsExactly(new Joined(1, 3 * FRAME, 0, -1, 0));
    assertThat(active.copiesSent().getFirst().position()).isEqualTo(3 * FRAME);
  }

  @Test
  void joinerWithATailOfItsOwnIsSentNothing() {
    Rig active = Rig.started(FakeJournal.of(1, 1));
    active.pass(Rig.LEASE);
    active.learn(state(2, 2, "a", A));
    active.save();
    FakeJournal other = FakeJournal.of(1, 5);

    active.joins(B, other, other.end());
    active.pass(1_000);

    assertThat(active.sent(Joined.class)).containsExactly(new Joined(2, 2 * FRAME, 0, -1, 0));
    assertThat(active.copiesSent()).isEmpty();
  }

  @Test
  void onlyTheOtherMemberOfThePairMayJoin() {
    Rig active = Rig.alone();
    List<EpochStart> history = active.port.journal.history();
    active.decide(new ReplicaEvent.LinkOpened(7, false));
    active.hears(7, new Join(Rig.PAIR, new Member("c", "boot"), 1, history, FRAME));
    active.decide(new ReplicaEvent.LinkOpened(8, false));
    active.hears(8, new Join("pair-2", B, 1, history, FRAME));
    active.decide(new ReplicaEvent.LinkOpened(9, false));
    active.hears(9, new Join(Rig.PAIR, A, 1, history, FRAME));

    assertThat(active.didHangUp(7)).isTrue();
    assertThat(active.didHangUp(8)).isTrue();
    assertThat(active.didHangUp(9)).isTrue();
    assertThat(active.report().lagBytes()).isEqualTo(-1);
  }

  @Test
  void replicaThatIsNotActiveFeedsNobody() {
    Rig joiner = Rig.started(FakeJournal.of(1, 1));

    joiner.joins(B);
    joiner.pass(5_000);

    assertThat(joiner.sent(Joined.class)).isEmpty();
  }

  @Test
  void newestConnectionWins() {
    Rig active = Rig.withStandby();
    long old = active.session();

    active.joins(B);
    assertThat(active.didHangUp(old)).isTrue();
    active.decide(new ReplicaEvent.LinkClosed(old));
    active.publish(1);
    active.ackAll();

    assertThat(active.committed()).isEqualTo(2 * FRAME);
  }

  @Test
  void noMoreThanAWindowIsUnderWay() {
    Rig active = Rig.withStandby();
    active.takeEffects();
    active.publish(100);

    List<Copy> copies = active.copiesSent();
    assertThat(copies).allMatch(copy -> copy.frames().remaining() <= CHUNK);
    assertThat(copies.stream().mapToInt(copy -> copy.frames().remaining()).sum()).isEqualTo(WINDOW);
    active.ack(copies.getFirst());

    assertThat(active.copiesSent().stream().mapToInt(copy -> copy.frames().remaining()).sum())
        .isEqualTo(WINDOW + CHUNK);
  }

  /** Alone in sync, with forty frames; a joiner is sent a chunk each quarter of a second. */
  private static Rig paced() {
    ReplicaSettings settings =
        new ReplicaSettings(
            400, TIMEOUT, 100, 50, 2_000, WINDOW, CHUNK, 4 * CHUNK, false, Rig.COPIES);
    Rig active = new Rig(new FakeJournal(), A, -3_000_000_000L, settings);
    active.pass(Rig.LEASE);
    active.learn(state(1, 1, "a", A));
    active.publish(40);
    return active;
  }

  @Test
  void oldBytesAreSentAtThePaceThatIsSetAndNewOnesAtOnce() {
    Rig active = paced();
    active.joins(B, new FakeJournal(), 0);
    assertThat(bytesSent(active)).isEqualTo(CHUNK);

    active.passWithAcks(1_000);
    assertThat(bytesSent(active)).isBetween(4 * CHUNK, 6 * CHUNK);

    active.passWithAcks(2_500);
    long end = active.port.journal.end();
    assertThat(active.copiesSent().getLast().position()).isEqualTo(end);
    active.publish(8);
    assertThat(active.copiesSent().getLast().position()).isEqualTo(end + CHUNK);
  }

  @Test
  void aSnapshotIsSentAtThePaceToo() {
    Rig active = paced();
    active.port.journal.removeBelow(4 * FRAME);
    active.port.store(new SnapshotAt(6 * FRAME, 8 * CHUNK));
    active.joins(B, new FakeJournal(), 0);
    assertThat(active.sent(SnapshotPart.class)).hasSize(1);
    assertThat(active.machine.nextWakeNanos(active.nowNanos()) - active.nowNanos())
        .isBetween(200_000_000L, 250_000_000L);

    active.pass(1_000);
    assertThat(active.sent(SnapshotPart.class)).hasSizeBetween(4, 6);
    active.pass(1_500);
    assertThat(active.sent(SnapshotPart.class)).hasSize(8);
    assertThat(active.copiesSent()).isNotEmpty();
  }

  @Test
  void whoIsInSyncIsNotHeldBack() {
    Rig active = paced();
    active.learn(state(2, 1, "a", A, B));
    active.joins(B, new FakeJournal(), 0);

    assertThat(bytesSent(active)).isEqualTo(WINDOW);
  }

  @Test
  void aSlowPaceHasSmallChunksSoThatTheOtherSideHearsOfThisOne() {
    ReplicaSettings settings =
        new ReplicaSettings(400, TIMEOUT, 100, 50, 2_000, WINDOW, CHUNK, 64, false, Rig.COPIES);
    Rig active = new Rig(new FakeJournal(), A, -3_000_000_000L, settings);
    active.pass(Rig.LEASE);
    active.learn(state(1, 1, "a", A));
    active.publish(40);
    active.port.journal.removeBelow(4 * FRAME);
    active.port.store(new SnapshotAt(6 * FRAME, 8 * CHUNK));
    active.joins(B, new FakeJournal(), 0);

    active.pass(TIMEOUT);
    assertThat(active.sent(SnapshotPart.class)).hasSizeBetween(4, 6);
  }

  private static int bytesSent(Rig active) {
    return active.copiesSent().stream().mapToInt(copy -> copy.frames().remaining()).sum();
  }

  @Test
  void frameLongerThanAChunkIsSentAllTheSame() {
    ReplicaSettings small =
        new ReplicaSettings(400, 1_000, 100, 50, 2_000, 8, 1, 0, false, Rig.COPIES);
    FakePort port = new FakePort(new FakeJournal());
    ReplicaMachine machine = new ReplicaMachine(Rig.PAIR, A, small, 0);
    machine.decide(
        new ReplicaEvent.Learned(Rig.handedOver(1, 1, "a", A), false), 1_000_000_000, port);
    port.journal.save();
    machine.decide(new ReplicaEvent.JournalMoved(), 1_000_000_000, port);

    machine.decide(
        new ReplicaEvent.Received(5, new Join(Rig.PAIR, B, 1, List.of(), 0)), 1_000_000_000, port);

    assertThat(port.takeEffects())
        .anyMatch(effect ->
            effect instanceof FakePort.Sent sent
                && sent.message() instanceof Copy copy
                && copy.frames().remaining() == FRAME);
  }

  @Test
  void connectionThatTakesNoMoreIsWaitedFor() {
    Rig active = Rig.withStandby();
    active.port.full.add(active.session());
    active.takeEffects();
    active.publish(1);
    active.pass(Rig.COUNTED);
    assertThat(active.copiesSent()).isEmpty();
    active.port.full.clear();

    active.decide(new ReplicaEvent.LinkWritable(active.session()));

    assertThat(active.copiesSent()).hasSize(1);
  }

  @Test
  void signOfLifeIsSentWhenNothingElseWas() {
    Rig active = Rig.withStandby();
    active.pass(PROBE);
    active.takeEffects();

    active.pass(PROBE - 1);
    assertThat(active.copiesSent()).isEmpty();
    active.pass(1);

    assertThat(active.copiesSent()).hasSize(1);
    assertThat(active.copiesSent().getFirst().frames().remaining()).isZero();
    assertThat(active.copiesSent().getFirst().sentNanos()).isEqualTo(active.nowNanos());
  }

  @Test
  void copiesTellHowFarItIsConfirmed() {
    Rig active = Rig.withStandby();
    active.publish(1);
    active.ackAll();

    active.pass(PROBE);

    assertThat(active.copiesSent().getLast().commit()).isEqualTo(2 * FRAME);
  }

  @Test
  void emptyJoinerIsSentASnapshotWhenTheFirstBytesAreGone() {
    Rig active = Rig.alone();
    active.publish(9);
    active.port.journal.removeBelow(4 * FRAME);
    active.port.store(new SnapshotAt(6 * FRAME, 70));

    active.joins(B, new FakeJournal(), 0);

    assertThat(active.sent(Joined.class))
        .containsExactly(new Joined(1, 0, 4 * FRAME, 6 * FRAME, 70));
    assertThat(active.sent(SnapshotPart.class).stream().mapToInt(part -> part.bytes().remaining()))
        .containsExactly(32, 32, 6);
    assertThat(active.copiesSent().getFirst().position()).isEqualTo(4 * FRAME);
    assertThat(active.machine.keepFrom()).isEqualTo(4 * FRAME);
  }

  @Test
  void longSnapshotIsSentInTurns() {
    Rig active = Rig.alone();
    active.publish(9);
    active.port.journal.removeBelow(4 * FRAME);
    active.port.store(new SnapshotAt(6 * FRAME, 10 * WINDOW));

    active.joins(B, new FakeJournal(), 0);
    assertThat(active.sent(SnapshotPart.class)).hasSize(WINDOW / CHUNK);
    assertThat(active.machine.nextWakeNanos(active.nowNanos())).isEqualTo(active.nowNanos());
    active.pass(0);

    assertThat(active.sent(SnapshotPart.class)).hasSize(10 * WINDOW / CHUNK);
  }

  @Test
  void joinerIsToldToComeBackWhenNoSnapshotIsThereYet() {
    Rig active = Rig.alone();
    active.publish(9);
    active.port.journal.removeBelow(4 * FRAME);

    active.joins(B, new FakeJournal(), 0);
    assertThat(active.didHangUp(active.session())).isTrue();
    active.port.store(new SnapshotAt(3 * FRAME, 70));
    active.joins(B, new FakeJournal(), 0);

    assertThat(active.didHangUp(active.session())).as("too old a snapshot").isTrue();
    assertThat(active.sent(Joined.class)).isEmpty();
  }

  @Test
  void joinerIsAskedForOnlyWhenItHoldsWhatWasHereWhenItJoined() {
    Rig active = Rig.alone();
    active.publish(1);
    active.port.journal.append(1, 1);
    active.write();
    active.joins(B, active.port.journal, FRAME);
    Copy first = active.copiesSent().getFirst();

    active.hears(new Ack(1, 2 * FRAME, 2 * FRAME, first.sentNanos(), Rig.LEASE));
    assertThat(active.ask().kind()).as("it has what is confirmed").isEqualTo(AskKind.NONE);
    active.ack(first);

    assertThat(active.ask().kind()).isEqualTo(AskKind.GROW);
  }

  @Test
  void bytesThatAreStillToBeSentAreKeptForAWhileWhenTheJoinerGoes() {
    Rig active = Rig.alone();
    active.publish(30);
    active.joins(B, FakeJournal.of(1, 1), 2 * FRAME);
    assertThat(active.machine.keepFrom()).isEqualTo(2 * FRAME);

    active.closes();
    active.pass(TIMEOUT - 1);
    assertThat(active.machine.keepFrom()).isEqualTo(2 * FRAME);
    active.pass(1);
    active.decide(new ReplicaEvent.TimePassed());

    assertThat(active.machine.keepFrom()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void joinerWhoseBytesWereRemovedIsHungUp() {
    Rig active = Rig.alone();
    active.publish(40);
    active.joins(B, FakeJournal.of(1, 1), 2 * FRAME);
    active.port.journal.removeBelow(30 * FRAME);

    active.ackAll();

    assertThat(active.didHangUp(active.session())).isTrue();
  }

  @Test
  void connectionWithoutAnySignIsGivenUpSoThatItKeepsNothingForEver() {
    Rig active = Rig.alone();
    active.joins(B);
    active.ackAll();
    active.learn(state(2, 1, "a", A));
    active.port.full.add(active.session());
    active.publish(1);

    active.pass(10 * TIMEOUT - 1);
    assertThat(active.didHangUp(active.session())).isFalse();
    active.pass(1);

    assertThat(active.didHangUp(active.session())).isTrue();
    active.pass(TIMEOUT);
    active.publish(1);
    assertThat(active.machine.keepFrom()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void snapshotThatIsTakenSlowlyIsNotGivenUp() {
    Rig active = Rig.alone();
    active.publish(9);
    active.port.journal.removeBelow(4 * FRAME);
    active.port.store(new SnapshotAt(6 * FRAME, 10 * WINDOW));
    active.joins(B, new FakeJournal(), 0);

    for (int i = 0; i < 5; i++) {
      active.port.full.add(active.session());
      active.pass(9 * TIMEOUT);
      active.port.full.clear();
      active.decide(new ReplicaEvent.LinkWritable(active.session()));
    }

    assertThat(active.didHangUp(active.session())).isFalse();
  }

  @Test
  void ackOfALowerEpochIsRefused() {
    Rig active = Rig.withStandby();
    active.learn(state(3, 2, "a", A, B));
    active.save();
    active.joins(B);
    active.takeEffects();

    active.hears(new Ack(1, 2 * FRAME, 2 * FRAME, active.nowNanos(), Rig.LEASE));

    assertThat(active.didHangUp(active.session())).isTrue();
    assertThat(active.port.notes).anyMatch(note -> note.startsWith("FENCED"));
    assertThat(active.mayServe()).isFalse();
    assertThat(active.report().lagBytes()).isEqualTo(-1);
  }

  @Test
  void whatAnActiveIsNeverSentEndsTheConnection() {
    Rig active = Rig.withStandby();

    active.hears(new Joined(1, 0, 0, -1, 0));

    assertThat(active.didHangUp(active.session())).isTrue();
  }

  @Test
  void secondJoinOnAConnectionEndsIt() {
    Rig active = Rig.withStandby();

    active.hears(new Join(Rig.PAIR, B, 1, active.port.journal.history(), FRAME));

    assertThat(active.didHangUp(active.session())).isTrue();
    assertThat(active.report().lagBytes()).isEqualTo(-1);
  }

  @Test
  void activeBackupRefusesPublishersWhereItServesPullsOnly() {
    Member backup = new Member("b", "boot");
    Rig rig = new Rig(new FakeJournal(), backup, 0);
    PairState pulls =
        new PairState(Rig.PAIR, "a", "b", "b", 1, List.of(backup), true, BackupServes.PULLS, 1);
    rig.learn(pulls);
    rig.save();

    assertThat(rig.mayServe()).isTrue();
    assertThat(rig.machine.mayPublish()).isFalse();
  }

  @Test
  void activeMasterTakesPublishersWhateverTheBackupServes() {
    Rig rig = Rig.started(new FakeJournal());
    rig.learn(new PairState(Rig.PAIR, "a", "b", "a", 1, List.of(A), true, BackupServes.PULLS, 1));

    assertThat(rig.machine.mayPublish()).isTrue();
    assertThat(Rig.standby().machine.mayPublish()).isFalse();
  }

  @Test
  void stateOfAnotherPairIsABug() {
    Rig rig = Rig.started(new FakeJournal());
    PairState other = PairState.fresh("pair-2", "a", "b", BackupServes.ALL);

    assertThatThrownBy(() -> rig.learn(other)).isInstanceOf(IllegalArgumentException.class);
  }
}
