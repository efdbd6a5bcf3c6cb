package io.feige.broker.core.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.replica.CopyRules;
import io.feige.broker.core.replica.ReplicaMachine;
import io.feige.broker.core.replica.ReplicaSettings;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.error.ErrorCode;
import org.junit.jupiter.api.Test;

/** What those are told who are sent away. */
final class RefusalsTest {
  private static final ReplicaSettings SETTINGS =
      new ReplicaSettings(400, 1_000, 100, 50, 1_000, 64, 64, 0, false, new CopyRules(1, 1, 1, 1));

  private final ReplicaMachine replica =
      new ReplicaMachine("pair-1", new Member("node-1", "boot"), SETTINGS, 0);
  private final Refusals refusals = new Refusals("pair-1", "node-1", replica);

  @Test
  void whoIsSentAwayWhenTheRoleEndsIsToldWhereTheActiveTakesClients() {
    refusals.otherServesAt("10.0.0.2:7700");

    assertThat(refusals.elsewhere("node-2").code()).isEqualTo(ErrorCode.NOT_ACTIVE);
    assertThat(refusals.elsewhere("node-2").hint()).isEqualTo("10.0.0.2:7700");
  }

  @Test
  void nobodyIsSentToANodeThatIsNotKnownToBeActive() {
    refusals.otherServesAt("10.0.0.2:7700");

    assertThat(refusals.elsewhere("").hint()).isEmpty();
    assertThat(refusals.elsewhere("node-1").hint()).as("that is this one").isEmpty();
    assertThat(refusals.notActive().hint()).as("nothing is decided yet").isEmpty();
  }

  @Test
  void addressThatIsNotKnownIsLeftOut() {
    assertThat(refusals.elsewhere("node-2").hint()).isEmpty();
  }
}
