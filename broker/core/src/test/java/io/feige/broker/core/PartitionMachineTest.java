package io.feige.broker.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feige.broker.core.port.Event;
import org.junit.jupiter.api.Test;

final class PartitionMachineTest {
  private static final int SEEDS = 400;
  private static final int STEPS = 250;

  @Test
  void whateverHappensReplayEqualsLifeAndEverythingIsSettledInTheEnd() {
    long deliveries = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      deliveries += run(seed);
    }
    assertThat(deliveries)
        .as("messages delivered, so that the runs are worth something")
        .isGreaterThan(20_000);
  }

  private static long run(long seed) {
    try {
      RandomRun run = new RandomRun(seed);
      run.storm(STEPS);
      run.checkReplay();
      run.calm();
      run.checkReplay();
      run.checkNothingWasMissed();
      return run.deliveries();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  @Test
  void replicaServesOnlyOnceItIsActivated() {
    Replica replica = Replica.serving();
    PartitionMachine standby = new PartitionMachine(Replica.LIMITS, replica.journal);

    assertThat(standby.isActive()).isFalse();
    assertThat(standby.nextWakeNanos(replica.now())).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> standby.decide(new Event.TimePassed(), replica.now(), replica.journal))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void activationIsOfAHigherEpochAndOnlyOnce() {
    Replica replica = Replica.serving();
    Replica standby = replica.replayedUpTo(replica.journal.end());

    assertThatThrownBy(() -> standby.decide(new Event.Activated(1, "n", "b")))
        .isInstanceOf(IllegalStateException.class);
    standby.decide(new Event.Activated(2, "n", "b"));
    assertThatThrownBy(() -> standby.decide(new Event.Activated(3, "n", "b")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void commitNeverGoesBack() {
    Replica replica = Replica.serving();
    long committed = replica.journal.committed();

    assertThatThrownBy(() -> replica.decide(new Event.Committed(committed - 1)))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void activeReplicaReplaysNothing() {
    Replica replica = Replica.serving();

    assertThatThrownBy(() -> replica.machine().replay(replica.journal.at(0)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> replica.machine().restore(replica.machine().snapshot()))
        .isInstanceOf(IllegalStateException.class);
  }
}
