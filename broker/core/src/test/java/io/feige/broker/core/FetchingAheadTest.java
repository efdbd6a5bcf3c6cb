package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.record.JournalRecord;
import io.feige.broker.core.record.RecordCodec;
import io.feige.broker.core.state.PartitionState;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Messages that were fetched ahead, claimed and started: what counts as a try, and what does not.
 */
final class FetchingAheadTest {
  private static final String T = "t";
  private static final String LETTERS = "t.dlq";

  private final Replica replica =
      Replica.withTopic(TopicSpec.named(T).withMaxAttempts(2).withRetryDelay(1_000, 8_000));
  private final Listener one = new Listener(replica, T, 1);
  private final Listener two = new Listener(replica, T, 2);

  private static Delivered delivery(long offset, int attempt) {
    return new Delivered(offset, attempt);
  }

  private static OffsetRange range(long first, long last) {
    return new OffsetRange(first, last);
  }

  private boolean hasLetters() {
    return letters() > 0;
  }

  private long letters() {
    PartitionState letters = replica.machine().state().topic(LETTERS);
    return letters == null ? 0 : letters.endOffset();
  }

  @Test
  void whatWasNeverStartedComesAgainAsIfItHadNeverBeenHandedOut() {
    replica.published(T, 3);
    for (int lease = 0; lease < 5; lease++) {
      assertThat(one.fetched(3)).allMatch(delivered -> delivered.attempt() == 1);
      replica.pass(Listener.LEASE_MILLIS + 20);
    }

    assertThat(hasLetters()).isFalse();
    assertThat(replica.journal.count(FrameKind.SETTLE)).isZero();
  }

  @Test
  void claimedMessageWhoseLeaseEndsMayHaveBeenDeliveredAndIsNoTry() {
    replica.published(T, 1);
    for (int attempt = 1; attempt <= 5; attempt++) {
      assertThat(one.fetched(1)).containsExactly(delivery(0, attempt));
      assertThat(one.settled(Verdict.claim(0, 0, attempt))).isEmpty();
      replica.pass(Listener.LEASE_MILLIS + 20);
      replica.commit();
    }

    assertThat(hasLetters()).isFalse();
  }

  @Test
  void startedMessageWhoseLeaseEndsWasTried() {
    replica.published(T, 1);
    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThat(one.fetched(1)).containsExactly(delivery(0, attempt));
      assertThat(one.settled(Verdict.start(0, 0, attempt))).isEmpty();
      assertThat(hasLetters()).isFalse();
      replica.pass(Listener.LEASE_MILLIS + 20);
      replica.commit();
    }

    assertThat(hasLetters()).isTrue();
  }

  @Test
  void messageThatAPullWithoutAheadHandsOutIsStarted() {
    replica.published(T, 1);
    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThat(one.took(1)).containsExactly(delivery(0, attempt));
      replica.pass(Listener.LEASE_MILLIS + 20);
      replica.commit();
    }

    assertThat(hasLetters()).isTrue();
  }

  @Test
  void nackCountsWhateverWasSaidBefore() {
    replica.published(T, 1);
    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThat(one.fetched(1)).containsExactly(delivery(0, attempt));
      one.settled(Verdict.nack(0, 0, attempt, 0));
    }

    assertThat(hasLetters()).isTrue();
  }

  @Test
  void crashesOfAConsumerDeadLetterOnlyWhatItStarted() {
    replica.published(T, 100);
    Listener crashing = one;
    for (int life = 1; life <= 3; life++) {
      List<Delivered> fetched = crashing.fetched(life == 3 ? 99 : 100);
      if (life < 3) {
        crashing.settled(Verdict.start(0, 0, fetched.getFirst().attempt()));
      }
      crashing.goes();
      replica.pass(Listener.LEASE_MILLIS + 20);
      replica.commit();
      crashing = new Listener(replica, T, 10 + life);
    }

    assertThat(letters()).isOne();
    assertThat(two.fetched(99)).allMatch(delivered -> delivered.attempt() == 1);
  }

  @Test
  void claimAndStartBeginTheLeaseAnew() {
    replica.published(T, 3);
    one.fetched(3);
    replica.pass(20_000);
    one.settled(Verdict.claim(0, 0, 1), Verdict.start(1, 1, 1));
    Ticket pull = one.asks(1);
    replica.pass(10_020);
    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(2, 1));
    Ticket next = one.asks(9);
    replica.pass(19_900);
    assertThat(replica.isAnswered(next)).isFalse();

    replica.pass(120);

    assertThat(replica.deliveriesOf(next)).containsExactly(delivery(0, 2), delivery(1, 2));
  }

  @Test
  void claimIsAnsweredAtOnceAndWritesNothing() {
    replica.published(T, 3);
    one.fetched(3);
    long end = replica.journal.end();

    Ticket claim = one.settles(Verdict.claim(0, 1, 1), Verdict.start(2, 2, 1));

    assertThat(replica.settled(claim).stale()).isEmpty();
    assertThat(replica.journal.end()).isEqualTo(end);
  }

  @Test
  void claimOfWhatAnotherHasIsStale() {
    replica.published(T, 4);
    one.fetched(4);
    one.settles(Verdict.release(1, 2, 1));
    two.fetched(2);

    assertThat(one.settled(Verdict.claim(0, 3, 1))).containsExactly(range(1, 2));
    assertThat(two.settled(Verdict.claim(0, 3, 1))).containsExactly(range(0, 0), range(3, 3));
  }

  @Test
  void verdictsOnWhatAnotherHasAreStaleThoughTheAttemptIsTheSame() {
    replica.published(T, 1);
    one.fetched(1);
    one.settles(Verdict.release(0, 0, 1));
    two.fetched(1);

    assertThat(one.settled(Verdict.nack(0, 0, 1, 0))).containsExactly(range(0, 0));
    assertThat(one.settled(Verdict.reject(0, 0, 1, "late"))).containsExactly(range(0, 0));
    assertThat(one.settled(Verdict.release(0, 0, 1))).containsExactly(range(0, 0));
    assertThat(one.settled(Verdict.ack(0, 0, 1))).isEmpty();
  }

  @Test
  void claimAfterTheLeaseEndedIsStale() {
    replica.published(T, 1);
    one.fetched(1);
    replica.pass(Listener.LEASE_MILLIS + 20);

    assertThat(one.settled(Verdict.claim(0, 0, 1))).containsExactly(range(0, 0));
  }

  @Test
  void failoverShowsThatAMessageMayHaveBeenDeliveredAndCountsNothing() {
    replica.published(T, 3);
    one.fetched(3);
    Replica next = replica.restarted();
    Listener again = one.at(next);
    assertThat(again.fetched(3)).allMatch(delivered -> delivered.attempt() == 2);

    again.settled(Verdict.nack(0, 2, 2, 0));

    assertThat(next.machine().state().topic(LETTERS)).isNull();
    assertThat(again.fetched(3)).allMatch(delivered -> delivered.attempt() == 3);
    again.settled(Verdict.nack(0, 2, 3, 0));
    assertThat(next.machine().state().topic(LETTERS)).isNotNull();
  }

  @Test
  void triesThatCountSurviveAFailover() {
    replica.published(T, 1);
    one.fetched(1);
    one.settled(Verdict.claim(0, 0, 1));
    replica.pass(Listener.LEASE_MILLIS + 20);
    replica.commit();
    one.fetched(1);
    one.settled(Verdict.nack(0, 0, 2, 0));
    Replica next = replica.restarted();
    Listener again = one.at(next);
    assertThat(again.fetched(1)).containsExactly(delivery(0, 3));

    again.settled(Verdict.nack(0, 0, 3, 0));

    assertThat(next.machine().state().topic(LETTERS)).isNotNull();
  }

  @Test
  void deadLetterSaysHowOftenTheMessageWasTried() {
    replica.published(T, 1);
    for (int attempt = 1; attempt <= 3; attempt++) {
      one.fetched(1);
      one.settled(attempt == 1 ? Verdict.claim(0, 0, 1) : Verdict.nack(0, 0, attempt, 0));
      replica.pass(attempt == 1 ? Listener.LEASE_MILLIS + 20 : 0);
      replica.commit();
    }

    List<JournalRecord.DeadLetter> letters = new ArrayList<>();
    replica.journal.forEachFrame(frame -> {
      if (RecordCodec.read(frame) instanceof JournalRecord.Messages messages
          && messages.cause() instanceof JournalRecord.DeadLetter letter) {
        letters.add(letter);
      }
    });
    assertThat(letters).extracting(letter -> letter.origin().attempts()).containsExactly(3);
    assertThat(letters.getFirst().origin().reason()).isEqualTo("not settled in 2 tries");
  }

  @Test
  void backOffGoesByTheTriesThatCount() {
    replica.published(T, 1);
    one.fetched(1);
    one.settled(Verdict.claim(0, 0, 1));
    replica.pass(Listener.LEASE_MILLIS + 20);
    replica.commit();
    assertThat(one.fetched(1)).containsExactly(delivery(0, 2));
    one.settled(Verdict.nack(0, 0, 2, Verdict.TOPIC_BACK_OFF));
    Ticket pull = one.asks(1);
    replica.pass(999);
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.pass(1);

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(0, 3));
  }
}
