package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ClusterView;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.controller.port.FailoverBound;
import io.feige.protocol.cluster.StoreLag;
import org.junit.jupiter.api.Test;

/** What is shown of nodes and pairs. */
final class ViewTest {
  @Test
  void servingPairIsShownWithItsLag() {
    Desk desk = Desk.serving();
    desk.node1.lagBytes = 77;
    desk.node1.storeLag = new StoreLag(88, 99);
    desk.report(desk.node1);

    ClusterView.PairView view = desk.view();
    assertThat(view.state()).isEqualTo(desk.stored);
    assertThat(view.isServing()).isTrue();
    assertThat(view.lagBytes()).isEqualTo(77);
    assertThat(view.storeLag()).isEqualTo(new StoreLag(88, 99));
    assertThat(view.trouble()).isEmpty();
  }

  @Test
  void activeThatWaitsIsNotServing() {
    Desk desk = Desk.serving();
    desk.node1.prepares();
    desk.report(desk.node1);

    assertThat(desk.view().isServing()).isFalse();
  }

  @Test
  void silentActiveIsNotServingAndHasNoLag() {
    Desk desk = Desk.serving();
    desk.node1.storeLag = new StoreLag(88, 99);
    desk.report(desk.node1);
    desk.node1.isMute = true;
    desk.pass(600);

    assertThat(desk.view().isServing()).isFalse();
    assertThat(desk.view().lagBytes()).isEqualTo(-1);
    assertThat(desk.view().storeLag()).isEqualTo(StoreLag.NONE);
    assertThat(desk.view().trouble()).contains("last heard acting 600 ms ago");
  }

  @Test
  void nodeIsShownAsItWasLastHeard() {
    Desk desk = Desk.serving();
    desk.disconnect(desk.node2);
    desk.pass(50);

    assertThat(desk.machine.view(desk.now()).nodes())
        .containsExactly(
            new ClusterView.NodeView("node-1", "node-1.clients", 7000, true, "node-1-boot-1", 50),
            new ClusterView.NodeView("node-2", "node-2.clients", 7000, false, "node-2-boot-1", 50));
  }

  @Test
  void memberThatNeverCameIsShown() {
    Desk desk = new Desk();
    desk.elect();

    assertThat(desk.machine.view(desk.now()).nodes())
        .contains(new ClusterView.NodeView("node-1", "", 0, false, "", -1));
  }

  @Test
  void boundOfTheDefaultsIsUnderASecond() {
    assertThat(Desk.serving().view().failoverBoundMillis()).isEqualTo(900);
  }

  @Test
  void boundGrowsWithWhicheverIsLonger() {
    assertThat(FailoverBound.millis(2_000, 100, 400)).isEqualTo(2_400);
    assertThat(FailoverBound.millis(500, 100, 1_000)).isEqualTo(1_450);
  }

  @Test
  void boundWithTheLeadingAdminIsKnownWhereAnotherOneTakesOver() {
    ControllerSettings alone = new ControllerSettings(100, 500, 0);
    assertThat(FailoverBound.withAdminMillis(alone, 900)).isEqualTo(-1);
    assertThat(FailoverBound.withAdminMillis(alone.takenOverWithin(4_500), 900)).isEqualTo(5_400);
  }
}
