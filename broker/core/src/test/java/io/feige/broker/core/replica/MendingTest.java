package io.feige.broker.core.replica;

import static io.feige.broker.core.replica.Rig.A;
import static io.feige.broker.core.replica.Rig.B;
import static io.feige.broker.core.replica.Rig.state;
import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.FakePort.LeftForLater;
import io.feige.broker.core.replica.FakePort.Mended;
import io.feige.broker.core.replica.ReplicaPort.Damaged;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.Fetch;
import io.feige.protocol.link.Fetched;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is damaged at one member is sent by the other one. */
final class MendingTest {
  private static final int FRAME = FakeJournal.FRAME;
  private static final Damaged DAMAGED = new Damaged(FRAME, 2 * FRAME);
  private static final ByteBuffer FRAMES = ByteBuffer.allocate(FRAME);
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** The active, with something that both members have. */
  private static Rig active() {
    Rig rig = Rig.withStandby();
    rig.publish(4);
    rig.ackAll();
    rig.takeEffects();
    return rig;
  }

  /** The standby, which knows that it is confirmed. */
  private static Rig standby() {
    Rig rig = Rig.standby();
    long end = rig.port.journal.end();
    rig.hears(new Copy(1, end, end, end, 1, NOTHING));
    rig.takeEffects();
    return rig;
  }

  private static List<Fetch> asked(Rig rig) {
    List<Fetch> asked = rig.sent(Fetch.class);
    rig.takeEffects();
    return asked;
  }

  private static List<Fetched> answered(Rig rig) {
    List<Fetched> answered = rig.sent(Fetched.class);
    rig.takeEffects();
    return answered;
  }

  private static void find(Rig rig, @Nullable Damaged damaged) {
    rig.port.damaged = damaged;
    rig.save();
  }

  @Test
  void activeAsksItsStandbyAndMendsWithWhatItSends() {
    Rig active = active();

    find(active, DAMAGED);
    assertThat(asked(active)).containsExactly(new Fetch(1, FRAME, 2 * FRAME));

    active.hears(new Fetched(1, FRAME, FRAMES.duplicate()));
    assertThat(active.takeEffects()).contains(new Mended(FRAME, FRAME));
    find(active, null);
    active.passWithAcks(60_000);
    assertThat(asked(active)).as("nothing is left to be mended").isEmpty();
  }

  @Test
  void standbyAsksTheActiveAndMendsWithWhatItSends() {
    Rig standby = standby();

    find(standby, DAMAGED);
    assertThat(asked(standby)).containsExactly(new Fetch(1, FRAME, 2 * FRAME));

    standby.hears(new Fetched(1, FRAME, FRAMES.duplicate()));
    assertThat(standby.takeEffects()).contains(new Mended(FRAME, FRAME));
  }

  @Test
  void nextPlaceIsAskedForAtOnceAndTheSameOneAgainAfterAWhile() {
    Rig active = active();
    find(active, DAMAGED);
    asked(active);

    find(active, new Damaged(2 * FRAME, 3 * FRAME));
    assertThat(asked(active)).containsExactly(new Fetch(1, 2 * FRAME, 3 * FRAME));

    active.passWithAcks(Mending.ANSWER_MILLIS - 100);
    assertThat(asked(active)).isEmpty();
    active.passWithAcks(200);
    assertThat(asked(active)).containsExactly(new Fetch(1, 2 * FRAME, 3 * FRAME));
  }

  @Test
  void whatIsFoundWhenEverythingElseIsMendedIsAskedForAtOnce() {
    Rig active = active();
    find(active, DAMAGED);
    find(active, null);
    asked(active);

    find(active, new Damaged(2 * FRAME, 3 * FRAME));

    assertThat(asked(active)).containsExactly(new Fetch(1, 2 * FRAME, 3 * FRAME));
  }

  @Test
  void whatTheOtherDoesNotHaveEitherIsLeftForLater() {
    Rig active = active();
    find(active, DAMAGED);
    asked(active);

    active.hears(new Fetched(1, FRAME, NOTHING.duplicate()));
    assertThat(active.takeEffects()).contains(new LeftForLater(FRAME));
    assertThat(active.port.notes).anyMatch(note -> note.contains("no sound bytes from 8 on"));

    active.passWithAcks(Mending.NOTHING_MILLIS - 100);
    assertThat(asked(active)).isEmpty();
    active.passWithAcks(200);
    assertThat(asked(active)).hasSize(1);
  }

  @Test
  void memberThatNeverHasItIsAskedEverMoreSeldom() {
    Rig active = active();
    find(active, DAMAGED);
    int questions = 0;
    for (int seconds = 0; seconds < 3_600; seconds++) {
      questions += asked(active).size();
      active.hears(new Fetched(1, FRAME, NOTHING.duplicate()));
      active.passWithAcks(1_000);
    }
    assertThat(questions).isBetween(10, 20);

    find(active, null);
    find(active, DAMAGED);
    assertThat(asked(active)).as("what is found anew is asked for at once").hasSize(1);
  }

  @Test
  void onlyWhatIsConfirmedIsAskedFor() {
    Rig active = Rig.withStandby();
    long confirmed = active.machine.commit();
    active.publish(2);

    find(active, new Damaged(confirmed, confirmed + FRAME));
    assertThat(active.sent(Fetch.class)).isEmpty();

    active.ackAll();
    assertThat(asked(active)).hasSize(1);
  }

  @Test
  void nobodyIsAskedWhileNobodyCopies() {
    Rig alone = Rig.alone();
    alone.publish(2);
    find(alone, DAMAGED);
    alone.pass(60_000);
    assertThat(asked(alone)).isEmpty();

    alone.learn(state(2, 1, "a", A, B));
    alone.joins(B);
    assertThat(alone.sent(Fetch.class)).as("it has joined and not copied yet").isEmpty();
    alone.ackAll();
    assertThat(asked(alone)).hasSize(1);
  }

  @Test
  void answerToWhatWasNotAskedIsNotTaken() {
    Rig active = active();

    active.hears(new Fetched(1, FRAME, FRAMES.duplicate()));
    find(active, DAMAGED);
    active.hears(new Fetched(1, 3 * FRAME, FRAMES.duplicate()));

    assertThat(active.takeEffects()).doesNotHaveAnyElementsOfTypes(Mended.class);
  }

  @Test
  void whatIsSoundHereIsSent() {
    Rig active = active();

    active.hears(new Fetch(1, FRAME, 3 * FRAME));

    Fetched sent = answered(active).getFirst();
    assertThat(sent.position()).isEqualTo(FRAME);
    assertThat(sent.frames().remaining()).isEqualTo(2 * FRAME);
  }

  @Test
  void standbySendsItToo() {
    Rig standby = standby();

    standby.hears(new Fetch(1, FRAME, 2 * FRAME));

    assertThat(answered(standby)).hasSize(1);
  }

  @Test
  void whatIsNotHereIsAnsweredWithNothing() {
    Rig active = active();

    active.hears(new Fetch(1, 1_000 * FRAME, 1_001 * FRAME));

    assertThat(answered(active).getFirst().frames().hasRemaining()).isFalse();
  }

  @Test
  void answerWaitsForTheDisk() {
    Rig active = active();
    active.port.isSoundAtHand = false;
    active.hears(new Fetch(1, FRAME, 2 * FRAME));
    active.passWithAcks(100);
    assertThat(answered(active)).isEmpty();

    active.port.isSoundAtHand = true;
    active.save();
    assertThat(answered(active)).hasSize(1);
    active.save();
    assertThat(answered(active)).as("answered once").isEmpty();
  }

  @Test
  void questionOfALinkThatEndedIsForgotten() {
    Rig active = active();
    active.port.isSoundAtHand = false;
    active.hears(new Fetch(1, FRAME, 2 * FRAME));
    active.closes();
    active.joins(B);
    active.ackAll();

    active.port.isSoundAtHand = true;
    active.save();

    assertThat(answered(active)).isEmpty();
  }

  @Test
  void strangerIsNotAnswered() {
    Rig active = active();

    active.hears(99, new Fetch(1, FRAME, 2 * FRAME));

    assertThat(active.didHangUp(99)).isTrue();
    assertThat(answered(active)).isEmpty();
  }

  @Test
  void nothingIsMendedByAReplicaThatIsFenced() {
    Rig active = active();
    find(active, DAMAGED);
    active.machine.fence(active.nowNanos(), active.port);

    active.hears(new Fetched(1, FRAME, FRAMES.duplicate()));

    assertThat(active.takeEffects()).doesNotHaveAnyElementsOfTypes(Mended.class);
  }
}
