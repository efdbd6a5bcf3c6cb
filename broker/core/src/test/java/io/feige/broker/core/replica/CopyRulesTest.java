package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.FSYNC;
import static io.feige.broker.core.replica.Rig.GRACE;
import static io.feige.broker.core.replica.Rig.LAG;
import static io.feige.broker.core.replica.Rig.LAG_FOR;
import static io.feige.broker.core.replica.Rig.LEASE;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.feige.broker.core.replica.FakePort.LeftUnknown;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Publishing;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** How many copies there must be, and when one holds the others up. */
final class CopyRulesTest {
  private static final int PAUSE = 50;

  private static Rig withStandby(int lagForMillis, int minCopies) {
    ReplicaSettings usual = Rig.SETTINGS;
    ReplicaSettings settings =
        new ReplicaSettings(
            usual.leaseMillis(),
            usual.timeoutMillis(),
            usual.graceMillis(),
            usual.probeMillis(),
            usual.cancelMillis(),
            usual.windowBytes(),
            usual.chunkBytes(),
            0,
            false,
            new CopyRules(FSYNC, LAG, lagForMillis, minCopies));
    Rig active = new Rig(new FakeJournal(), A, -3_000_000_000L, settings);
    active.pass(LEASE);
    active.learn(state(1, 1, "a", A));
    active.save();
    active.learn(state(2, 1, "a", A, B));
    active.joins(B);
    active.ackAll();
    active.takeEffects();
    return active;
  }

  /** A message every 50 ms, each of which the standby has when it is as old as that. */
  private static void publish(Rig active, int millis, int standbyTakesMillis) {
    ArrayDeque<Long> ends = new ArrayDeque<>();
    for (int passed = 0; passed < millis; passed += PAUSE) {
      active.publish(1);
      ends.add(active.port.journal.end());
      active.pass(PAUSE);
      if (ends.size() * PAUSE >= standbyTakesMillis) {
        Copy newest = active.copiesSent().getLast();
        long end = ends.remove();
        active.hears(new Ack(newest.epoch(), end, end, newest.sentNanos(), LEASE));
      }
    }
  }

  @Test
  void standbyThatGetsOnButHoldsTheOthersUpIsGivenUpInTheEnd() {
    Rig active = withStandby(LAG_FOR, 1);
    publish(active, LAG_FOR, LAG + 2 * PAUSE);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);

    publish(active, LAG + 2 * PAUSE, LAG + 2 * PAUSE);

    assertThat(active.ask().kind()).isEqualTo(AskKind.SHRINK);
    assertThat(active.port.notes).anyMatch(note -> note.contains("but holds the others up"));
  }

  @Test
  void standbyThatIsALittleBehindIsKept() {
    Rig active = withStandby(LAG_FOR, 1);
    publish(active, 3 * LAG_FOR, LAG - PAUSE);
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void whatTheOwnDiskHasNotGotIsNotHeldUpByTheStandby() {
    Rig active = withStandby(LAG_FOR, 1);
    ArrayDeque<Long> ends = new ArrayDeque<>();
    for (int passed = 0; passed < 3 * LAG_FOR; passed += PAUSE) {
      active.port.journal.append(1, 1);
      active.write();
      ends.add(active.port.journal.end());
      active.pass(PAUSE);
      if (ends.size() * PAUSE >= LAG + 2 * PAUSE) {
        long end = ends.remove();
        active.port.journal.flush(end);
        active.decide(new ReplicaEvent.JournalMoved());
        Copy newest = active.copiesSent().getLast();
        active.hears(new Ack(newest.epoch(), end, end, newest.sentNanos(), LEASE));
      }
    }
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void standbyThatCatchesUpNowAndThenIsKept() {
    Rig active = withStandby(LAG_FOR, 1);
    for (int i = 0; i < 4; i++) {
      publish(active, LAG_FOR - PAUSE, LAG + 2 * PAUSE);
      active.ackAll();
    }
    assertThat(active.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void laggardIsKeptWhereThatIsSetAndWhereNothingWouldBeTakenWithoutIt() {
    Rig never = withStandby(0, 1);
    publish(never, 3 * LAG_FOR, LAG + 2 * PAUSE);
    assertThat(never.ask()).isEqualTo(Ask.NOTHING);

    Rig both = withStandby(LAG_FOR, 2);
    publish(both, 3 * LAG_FOR, LAG + 2 * PAUSE);
    assertThat(both.ask()).isEqualTo(Ask.NOTHING);
  }

  @Test
  void pairOfTwoCopiesTakesPublishesOnlyWhileThereAreTwo() {
    Rig active = withStandby(LAG_FOR, 2);
    assertThat(active.machine.mayPublish()).isTrue();

    active.closes();
    active.pass(GRACE);
    assertThat(active.ask().kind()).isEqualTo(AskKind.SHRINK);
    active.learn(state(3, 1, "a", A));
    assertThat(active.machine.mayPublish()).isFalse();
    assertThat(active.report().publishing()).isEqualTo(Publishing.NOT_ALONE);
    assertThat(active.mayServe()).as("pulls and acks go on").isTrue();

    active.joins(B);
    active.ackAll();
    assertThat(active.ask().kind()).isEqualTo(AskKind.GROW);
    assertThat(active.machine.mayPublish()).as("not before it is granted").isFalse();
    active.learn(state(4, 1, "a", A, B));
    assertThat(active.machine.mayPublish()).isTrue();
  }

  @Test
  void whatWasPublishedForTwoCopiesIsNotConfirmedByOne() {
    Rig active = withStandby(LAG_FOR, 2);
    active.publish(1);
    active.closes();
    active.pass(GRACE);
    active.takeEffects();

    active.learn(state(3, 1, "a", A));

    assertThat(active.takeEffects().stream().filter(CopyRulesTest::isOfPublishes).toList())
        .as("first it is not known, then the journal goes on")
        .containsExactly(new LeftUnknown(), new FakePort.Committed(active.port.journal.end()));
    active.learn(state(4, 1, "a", A));
    assertThat(active.did(LeftUnknown.class)).as("once").isFalse();
  }

  private static boolean isOfPublishes(FakePort.Effect effect) {
    return effect instanceof LeftUnknown || effect instanceof FakePort.Committed;
  }

  @Test
  void aloneIsEnoughWhereOneCopyIs() {
    Rig active = withStandby(LAG_FOR, 1);
    active.publish(1);
    active.closes();
    active.pass(GRACE);
    active.learn(state(3, 1, "a", A));

    assertThat(active.did(LeftUnknown.class)).isFalse();
    assertThat(active.machine.mayPublish()).isTrue();
    assertThat(active.committed()).isEqualTo(active.port.journal.end());
  }

  @Test
  void rulesThatNothingCouldWorkWithAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new CopyRules(0, 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new CopyRules(1, 0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new CopyRules(1, 1, -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new CopyRules(1, 1, 1, 3));
  }
}
