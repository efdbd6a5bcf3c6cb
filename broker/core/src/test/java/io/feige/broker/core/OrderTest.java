package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.port.Ticket;
import io.feige.protocol.command.Pull;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class OrderTest {
  private static final String T = "t";

  private final Replica replica = ordered(OrderMode.BY_KEY);

  private static Replica ordered(OrderMode order) {
    return Replica.withTopic(TopicSpec.named(T).withOrder(order).withRetryDelay(1_000, 1_000));
  }

  private static void publish(Replica replica, String... keys) {
    replica.publish(T, Batches.keyed(keys));
    replica.commit();
  }

  private static Delivered delivery(long offset, int attempt) {
    return new Delivered(offset, attempt);
  }

  @Test
  void messagesOfOneKeyGoTogetherInOnePull() {
    publish(replica, "a", "b", "a", "a");

    assertThat(replica.pulled(T, 9)).extracting(Delivered::offset).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void laterMessageOfAKeyWaitsUntilTheEarlierIsSettled() {
    publish(replica, "a", "a", "b");
    assertThat(replica.pulled(T, 1)).containsExactly(delivery(0, 1));
    assertThat(replica.pulled(T, 9)).containsExactly(delivery(2, 1));
    Ticket pull = replica.pull(T, 9);
    replica.commit();
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.settle(T, Verdict.ack(0, 0, 1));

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(1, 1));
  }

  @Test
  void messagesWithoutKeyWaitForNobody() {
    publish(replica, "", "", "");
    replica.pulled(T, 1);

    assertThat(replica.pulled(T, 9)).hasSize(2);
  }

  @Test
  void retryHoldsBackWhatIsBehindIt() {
    publish(replica, "a", "a");
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 5_000));
    Ticket pull = replica.pull(T, 9);
    replica.commit();
    replica.pass(4_999);
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.pass(1);

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(0, 2), delivery(1, 1));
  }

  @Test
  void keyIsNeverWithTwoPullsAtOnce() {
    publish(replica, "a", "a", "a");
    replica.pulled(T, 2);
    replica.settle(T, Verdict.nack(0, 0, 1, 0));
    Ticket pull = replica.pull(T, 9);
    replica.commit();
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.settle(T, Verdict.ack(1, 1, 1));

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(0, 2), delivery(2, 1));
  }

  @Test
  void releasedMessageGoesBeforeWhatIsBehindIt() {
    publish(replica, "a", "a", "a");
    replica.pulled(T, 2);
    replica.settle(T, Verdict.release(0, 1, 1));

    assertThat(replica.pulled(T, 9))
        .containsExactly(delivery(0, 1), delivery(1, 1), delivery(2, 1));
  }

  @Test
  void releasedMessageWaitsForAnEarlierOneThatIsStillHeld() {
    publish(replica, "a", "a");
    replica.pulled(T, 2);
    replica.settle(T, Verdict.release(1, 1, 1));
    Ticket pull = replica.pull(T, 9);
    replica.commit();
    assertThat(replica.isAnswered(pull)).isFalse();

    replica.settle(T, Verdict.ack(0, 0, 1));

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(1, 1));
  }

  @Test
  void leaseThatEndsFreesTheKeyForTheSameMessage() {
    publish(replica, "a", "a");
    replica.pulled(T, 1);
    Ticket pull = replica.pull(T, 1);
    replica.commit();
    replica.pass(31_000);

    assertThat(replica.deliveriesOf(pull)).containsExactly(delivery(0, 2));
  }

  @Test
  void retryKeepsItsPlaceAfterARestart() {
    publish(replica, "a", "b", "a");
    replica.pulled(T, 1);
    replica.settle(T, Verdict.nack(0, 0, 1, 5_000));
    replica.commit();
    Replica next = replica.restarted();
    assertThat(next.pulled(T, 9)).extracting(Delivered::offset).containsExactly(1L);
    Ticket pull = next.pull(T, 9);
    next.commit();

    next.pass(5_000);

    assertThat(next.offsetsOf(pull)).containsExactly(0L, 2L);
  }

  @Test
  void retryDoesNotOvertakeAnEarlierMessageAfterARestart() {
    publish(replica, "a", "b", "a", "a");
    replica.pulled(T, 3);
    replica.settle(T, Verdict.nack(2, 2, 1, 0));
    replica.commit();
    Replica next = replica.restarted();

    assertThat(next.pulled(T, 1)).containsExactly(delivery(0, 2));
    assertThat(next.pulled(T, 9)).containsExactly(delivery(1, 2));
    next.acked(T, 0, 0);
    assertThat(next.pulled(T, 9)).extracting(Delivered::offset).containsExactly(2L, 3L);
  }

  @Test
  void eachFrameIsHandedOutOnceAndInOrderWhicheverKeyWasFreedFirst() {
    publish(replica, "a", "b", "c");
    publish(replica, "c", "b", "a");
    assertThat(replica.pulled(T, 3)).hasSize(3);
    assertThat(replica.isAnswered(replica.pull(T, 9))).isFalse();
    replica.settle(T, Verdict.nack(2, 2, 1, 0), Verdict.ack(1, 1, 1), Verdict.ack(0, 0, 1));

    // The journal checks the order of what it hands out.
    replica.commit();
    assertThat(replica.group(T).outstanding()).isEqualTo(4);
  }

  @Test
  void lockedKeyDoesNotStopOtherFramesFromBeingTaken() {
    for (int i = 0; i < 20; i++) {
      publish(replica, "a", "a", "a");
    }
    publish(replica, "b");
    replica.pulled(T, 1);
    int oneFrame = Objects.requireNonNull(replica.journal.find(1, 0)).length();
    Ticket pull =
        replica.ask(
            new Pull(
                T,
                0,
                Replica.GROUP,
                "c",
                0,
                StartAt.EARLIEST,
                9,
                oneFrame + 1,
                1_000,
                0,
                LeaseStage.STARTED));
    replica.commit();

    assertThat(replica.offsetsOf(pull)).containsExactly(60L);
  }

  @Test
  void wholePartitionIsWithOnePullAtATime() {
    Replica whole = ordered(OrderMode.PARTITION);
    publish(whole, "a", "b", "c", "d");
    assertThat(whole.pulled(T, 2)).extracting(Delivered::offset).containsExactly(0L, 1L);
    Ticket pull = whole.pull(T, 9);
    whole.acked(T, 0, 0);
    assertThat(whole.isAnswered(pull)).isFalse();

    whole.acked(T, 1, 1);

    assertThat(whole.offsetsOf(pull)).containsExactly(2L, 3L);
  }

  @Test
  void wholePartitionWaitsForARetry() {
    Replica whole = ordered(OrderMode.PARTITION);
    publish(whole, "", "", "");
    whole.pulled(T, 1);
    whole.settle(T, Verdict.nack(0, 0, 1, 5_000));
    whole.commit();
    Replica next = whole.restarted();
    Ticket pull = next.pull(T, 9);
    next.commit();
    next.pass(4_999);
    assertThat(next.isAnswered(pull)).isFalse();

    next.pass(1);

    assertThat(next.deliveriesOf(pull).getFirst()).isEqualTo(delivery(0, 2));
    assertThat(next.offsetsOf(pull)).containsExactly(0L, 1L, 2L);
  }

  @Test
  void backlogOfALockedPartitionIsNotHeldInMemory() {
    Replica whole = ordered(OrderMode.PARTITION);
    whole.published(T, 50_000);
    whole.pulled(T, 1);
    whole.pull(T, 9);
    whole.commit();
    whole.pass(16_000);

    assertThat(whole.group(T).blockedBecause()).contains("held by 1 consumer");
  }
}
