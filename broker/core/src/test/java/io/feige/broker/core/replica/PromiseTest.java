package io.feige.broker.core.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.protocol.cluster.Death;
import org.junit.jupiter.api.Test;

class PromiseTest {
  private static final String PROOF = "01".repeat(32);
  private static final String MARK = Death.markOf(PROOF);
  private static final String OTHER_PROOF = "02".repeat(32);
  private static final String OTHER_MARK = Death.markOf(OTHER_PROOF);

  private final Promise promise = new Promise(100);

  @Test
  void itIsVoidWhenTheProcessItWasMadeToIsProvedToHaveEnded() {
    promise.make(400, MARK);

    assertThat(promise.died(PROOF, 150)).isTrue();

    assertThat(promise.hasLapsed(150)).isTrue();
    assertThat(promise.takeLapse(150)).isTrue();
    assertThat(promise.nextWakeNanos()).isEqualTo(Long.MAX_VALUE);
    assertThat(promise.died(PROOF, 151)).as("no news").isFalse();
  }

  @Test
  void nothingElseMakesItVoid() {
    promise.make(400, MARK);

    assertThat(promise.died(OTHER_PROOF, 150)).isFalse();
    assertThat(promise.died(MARK, 150)).as("the mark is known to many").isFalse();
    assertThat(promise.died(Death.NONE, 150)).isFalse();

    assertThat(promise.hasLapsed(399)).isFalse();
    assertThat(promise.hasLapsed(400)).isTrue();
  }

  @Test
  void whatWasPromisedToTheProcessBeforeStillHolds() {
    promise.make(400, MARK);
    promise.make(300, OTHER_MARK);

    assertThat(promise.died(OTHER_PROOF, 150)).isTrue();
    assertThat(promise.hasLapsed(399)).isFalse();
    assertThat(promise.died(PROOF, 150)).as("it is not the latest").isFalse();

    assertThat(promise.hasLapsed(400)).isTrue();
  }

  @Test
  void whatAProcessMayHavePromisedBeforeItWasStartedStillHolds() {
    promise.make(50, MARK);

    promise.died(PROOF, 20);

    assertThat(promise.hasLapsed(99)).isFalse();
    assertThat(promise.hasLapsed(100)).isTrue();
  }

  @Test
  void whatADeadProcessHadSentAndComesInLateBindsNobody() {
    promise.make(400, MARK);
    promise.died(PROOF, 150);

    promise.make(500, MARK);

    assertThat(promise.hasLapsed(160)).isTrue();
  }

  @Test
  void aPromiseToAProcessThatNobodyWatchesLapsesInItsTime() {
    promise.make(400, Death.NONE);

    assertThat(promise.died(PROOF, 150)).isFalse();

    assertThat(promise.hasLapsed(399)).isFalse();
  }
}
