package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.model.NodeRole;
import org.junit.jupiter.api.Test;

/** Rule: who is the first to be active. */
final class FirstActivationTest {
  private final Desk desk = new Desk();

  private void bothCome() {
    desk.elect();
    desk.connect(desk.node1);
    desk.connect(desk.node2);
  }

  @Test
  void masterOfAFreshPairIsActivatedAloneInSync() {
    bothCome();

    assertThat(desk.kinds()).containsExactly(DecisionKind.FIRST);
    assertThat(desk.stored.active()).isEqualTo("node-1");
    assertThat(desk.stored.epoch()).isEqualTo(1);
    assertThat(desk.stored.inSync()).containsExactly(desk.node1.member());
  }

  @Test
  void nobodyIsActivatedBeforeBothAreThere() {
    desk.elect();
    desk.connect(desk.node1);
    desk.pass(10_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("waits for node-2");
  }

  @Test
  void furthestJournalIsActivatedAndNotTheMaster() {
    desk.node1.holds(3, 5_000);
    desk.node2.holds(4, 10);
    bothCome();

    assertThat(desk.stored.active()).isEqualTo("node-2");
  }

  @Test
  void firstEpochIsHigherThanAllThatTheNodesKnow() {
    desk.node1.holds(3, 5_000);
    desk.node1.epoch = 8;
    desk.node2.holds(4, 10);
    bothCome();

    assertThat(desk.stored.epoch()).isEqualTo(9);
  }

  @Test
  void whoStillServesGoesOnIfAdminLostItsMemory() {
    desk.node1.holds(4, 900);
    desk.node2.holds(4, 800).isActing = true;
    desk.node2.role = NodeRole.ACTIVE;
    desk.node2.promiseLapsed = false;
    bothCome();

    assertThat(desk.stored.active()).isEqualTo("node-2");
    assertThat(desk.stored.epoch()).isEqualTo(5);
  }

  @Test
  void nobodyIsActivatedWhoStillOwesAPromise() {
    desk.node1.restarts();
    bothCome();
    assertThat(desk.kinds()).isEmpty();

    desk.node1.lapses();
    desk.report(desk.node1);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FIRST);
  }

  @Test
  void fencedReplicaCannotBeComparedWith() {
    desk.node2.role = NodeRole.FENCED;
    bothCome();
    desk.pass(5_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("node-2 is fenced");
  }

  @Test
  void pairThatIsMadeWhileAdminLeadsIsActivated() {
    desk.decide(new ControllerEvent.Elected(1, java.util.List.of()));
    desk.connect(desk.node1);
    desk.connect(desk.node2);

    desk.decide(new ControllerEvent.PairStored(desk.stored));

    assertThat(desk.kinds()).containsExactly(DecisionKind.FIRST);
  }
}
