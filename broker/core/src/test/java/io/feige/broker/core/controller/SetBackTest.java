package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.model.NodeRole;
import org.junit.jupiter.api.Test;

/** Rule: what happens where ZooKeeper has what it had some time ago. */
final class SetBackTest {
  private final Desk desk = new Desk();

  /** Stored is epoch 1 of node-1; since then node-2 began to serve as epoch 4. */
  private void setBack() {
    desk.stored(1, "node-1", desk.node1.member(), desk.node2.member());
    serves(desk.node2, 4);
    desk.node1.holds(4, 900).epoch = 4;
    desk.node1.role = NodeRole.STANDBY;
    desk.node1.promiseLapsed = false;
    desk.elect();
  }

  private static void serves(FakeNode node, long epoch) {
    node.holds(epoch, 1_000).isActing = true;
    node.epoch = epoch;
    node.isServing = true;
    node.role = NodeRole.ACTIVE;
    node.promiseLapsed = false;
  }

  @Test
  void whoServesGoesOnAsALaterEpochThanAnyKnows() {
    setBack();
    desk.connect(desk.node1);
    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble())
        .contains(
            "ZooKeeper was set back: it has version 1 of epoch 1, and node-1 has seen epoch 4")
        .contains("waits for node-2");

    desk.connect(desk.node2);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FURTHEST);
    assertThat(desk.stored.active()).isEqualTo("node-2");
    assertThat(desk.stored.epoch()).isEqualTo(5);
    assertThat(desk.stored.inSync()).containsExactly(desk.node2.member());
  }

  @Test
  void nobodyIsActivatedByWhatIsStoredWhileTheOtherMayServe() {
    setBack();
    desk.node1.promiseLapsed = true;
    desk.connect(desk.node1);
    desk.pass(60_000);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void whoBeganToServeBeforeItsDiskKnewItGoesBeforeALongerJournal() {
    setBack();
    desk.node2.holds(3, 100);
    desk.connect(desk.node1);
    desk.connect(desk.node2);

    assertThat(desk.stored.active()).isEqualTo("node-2");
  }

  @Test
  void whereNobodyServesTheFurthestJournalDoesOnceItOwesNoPromise() {
    setBack();
    desk.node2.restarts();
    desk.connect(desk.node1);
    desk.connect(desk.node2);
    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("node-2").contains("promise");

    desk.node2.lapses();
    desk.report(desk.node2);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FURTHEST);
    assertThat(desk.stored.active()).isEqualTo("node-2");
  }

  @Test
  void aLaterVersionOfTheSameEpochIsNoticedToo() {
    Desk serving = Desk.serving();
    serving.node1.version = serving.stored.version() + 1;
    serving.report(serving.node1);

    assertThat(serving.kinds()).containsExactly(DecisionKind.FURTHEST);
    assertThat(serving.stored.active()).isEqualTo("node-1");
    assertThat(serving.stored.epoch()).isEqualTo(2);
    assertThat(serving.stored.inSync()).containsExactly(serving.node1.member());
  }

  @Test
  void nothingIsGrantedByAVersionThatIsNotTheSameAnyMore() {
    setBack();
    serves(desk.node1, 1);
    desk.node1.epoch = 1;
    desk.node1.asks(AskKind.SHRINK, desk.stored.version(), Member.NONE);
    desk.node2.promiseLapsed = false;
    desk.connect(desk.node2);
    desk.disconnect(desk.node2);
    desk.connect(desk.node1);

    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void whereOneDiskWasWipedAnOperatorDecides() {
    setBack();
    desk.node2.restarts().lapses().holds(0, 0);
    desk.node1.lapses();
    desk.connect(desk.node1);
    desk.connect(desk.node2);
    desk.pass(5_000);

    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("promote decides");
  }

  /**
   * Else the one that was in sync then would replace whoever has confirmed something alone since.
   */
  @Test
  void itIsNotForgottenWhenTheOneWhoSawItRestarts() {
    Desk desk = Desk.serving();
    desk.disconnect(desk.node2);
    desk.node1.version = desk.stored.version() + 1;
    desk.report(desk.node1);
    desk.disconnect(desk.node1);
    desk.node1.restarts();
    desk.node1.version = 0;
    desk.node2.promiseLapsed = true;
    desk.connect(desk.node2);
    desk.pass(60_000);
    assertThat(desk.kinds()).isEmpty();
    assertThat(desk.view().trouble()).contains("ZooKeeper was set back").contains("node-1");

    desk.node1.holds(1, desk.node2.end + 1).promiseLapsed = true;
    desk.connect(desk.node1);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FURTHEST);
    assertThat(desk.stored.active()).isEqualTo("node-1");
  }

  @Test
  void nobodyIsPromotedBesideOneThatActs() {
    setBack();
    serves(desk.node1, 1);
    desk.node2.isActing = false;
    desk.connect(desk.node1);
    desk.connect(desk.node2);
    assertThat(desk.view().trouble()).contains("the promise of node-2");

    desk.decide(new ControllerEvent.PromoteAsked(7, Desk.PAIR, "node-2", true));

    assertThat(desk.answer(7).isDone()).isFalse();
    assertThat(desk.answer(7).words()).contains("node-1 acts as the active of epoch 1");
    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void whoActsCanBePromotedWhenTheOtherIsGoneForGood() {
    Desk desk = Desk.serving();
    desk.disconnect(desk.node2);
    desk.node1.version = desk.stored.version() + 1;
    desk.report(desk.node1);

    desk.decide(new ControllerEvent.PromoteAsked(7, Desk.PAIR, "node-1", true));

    assertThat(desk.answer(7).isDone()).isTrue();
    assertThat(desk.kinds()).containsExactly(DecisionKind.PROMOTE);
    assertThat(desk.stored.inSync()).containsExactly(desk.node1.member());
  }

  @Test
  void onceItIsStoredAnewThePairIsAsAnyOther() {
    setBack();
    desk.connect(desk.node1);
    desk.connect(desk.node2);
    desk.node2.serves();
    desk.node1.follows();
    desk.pass(5_000);

    assertThat(desk.kinds()).containsExactly(DecisionKind.FURTHEST);
    assertThat(desk.view().trouble()).isEmpty();
  }
}
