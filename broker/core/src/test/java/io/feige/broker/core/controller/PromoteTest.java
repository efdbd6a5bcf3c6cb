package io.feige.broker.core.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.feige.broker.core.controller.port.ControllerEvent;
import io.feige.broker.core.controller.port.DecisionKind;
import io.feige.broker.core.controller.port.OperatorAnswer;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.model.NodeRole;
import org.junit.jupiter.api.Test;

/** Rule: what an operator may do when a node is gone for good. */
final class PromoteTest {
  private static final long TICKET = 5;

  private final Desk desk = Desk.servingAlone();
  private final FakeNode lost = desk.node1;
  private final FakeNode left = desk.node2;

  /** node-1 confirmed up to 1,200 alone, wrote up to 1,500 and is gone; node-2 holds 1,000. */
  private void lose() {
    lost.holds(1, 1_500).commit = 1_200;
    left.holds(1, 1_000);
    desk.pass(100);
    desk.disconnect(lost);
    desk.pass(2_000);
  }

  private OperatorAnswer promote(String node, boolean isShown) {
    desk.decide(new ControllerEvent.PromoteAsked(TICKET, Desk.PAIR, node, isShown));
    return desk.answer(TICKET);
  }

  @Test
  void operatorIsShownWhatMayBeMissingAndNothingIsChanged() {
    lose();
    OperatorAnswer answer = promote("node-2", false);

    assertThat(answer.isDone()).isFalse();
    assertThat(answer.words().lines())
        .containsExactly(
            "promoting node-2 makes it active as epoch 2",
            "node-2's journal reaches position 1000 of epoch 1, confirmed up to 1000, last heard"
                + " 0 ms ago; it is not in sync",
            "node-1's journal reaches position 1500 of epoch 1, confirmed up to 1200, last heard"
                + " 2000 ms ago, not connected; it is alone in sync: what it confirmed last, it"
                + " confirmed alone",
            "confirmed by node-1 alone: 200 bytes, from position 1000 to 1200: missing on node-2",
            "not confirmed when node-1 was last heard: 300 bytes, from position 1200 to 1500:"
                + " missing on node-2",
            "what node-1 holds beyond is put into salvage when it joins again",
            "be sure that node-1 is stopped: if it runs and cannot be told, both would serve",
            "nothing was changed");
    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void operatorIsToldWhatIsNotKnown() {
    Desk later = new Desk();
    later.stored(3, "node-1", lost.member());
    later.elect();
    later.connect(later.node2);
    later.pass(600);
    later.decide(new ControllerEvent.PromoteAsked(TICKET, Desk.PAIR, "node-2", false));

    assertThat(later.answer(TICKET).words())
        .contains("node-1 was not heard since this Admin leads; it is alone in sync")
        .contains("what node-1 confirmed and node-2 lacks is not known");
  }

  @Test
  void promotedNodeIsActiveAndAloneInSync() {
    lose();
    OperatorAnswer answer = promote("node-2", true);

    assertThat(answer).isEqualTo(new OperatorAnswer(true, "node-2 is active as epoch 2"));
    assertThat(desk.kinds()).containsExactly(DecisionKind.PROMOTE);
    assertThat(desk.stored.active()).isEqualTo("node-2");
    assertThat(desk.stored.epoch()).isEqualTo(2);
    assertThat(desk.stored.inSync()).containsExactly(left.member());
    assertThat(desk.stored.handedOver()).isFalse();
  }

  @Test
  void evidenceNamesBothTails() {
    lose();
    promote("node-2", true);

    assertThat(desk.decisions.getFirst().evidence())
        .containsExactly(
            "an operator wants node-2 to serve whatever it may lack",
            "node-1 was last heard acting 2000 ms ago",
            "its connection ended 2000 ms ago",
            "confirmed by node-1 alone: 200 bytes, from position 1000 to 1200: missing on node-2",
            "not confirmed when node-1 was last heard: 300 bytes, from position 1200 to 1500:"
                + " missing on node-2");
  }

  @Test
  void promotionIsRefusedWhileTheActiveActs() {
    OperatorAnswer answer = promote("node-2", true);

    assertThat(answer)
        .isEqualTo(
            new OperatorAnswer(
                false,
                "node-1 acts as the active of epoch 1: use pair switch; nothing was changed"));
    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void promotionIsRefusedBeforeItIsKnownWhetherTheActiveActs() {
    Desk later = new Desk();
    later.stored(3, "node-1", lost.member());
    later.elect();
    later.connect(later.node2);
    later.decide(new ControllerEvent.PromoteAsked(TICKET, Desk.PAIR, "node-2", true));

    assertThat(later.answer(TICKET).words()).contains("not known yet whether node-1 acts");
    assertThat(later.kinds()).isEmpty();
  }

  @Test
  void nodeThatIsNotConnectedIsNotPromoted() {
    lose();
    desk.disconnect(left);

    assertThat(promote("node-2", true).words()).startsWith("node-2 is not connected");
    assertThat(desk.kinds()).isEmpty();
  }

  @Test
  void fencedNodeIsNotPromoted() {
    lose();
    left.role = NodeRole.FENCED;
    desk.report(left);

    assertThat(promote("node-2", true).words()).startsWith("node-2 is fenced");
  }

  @Test
  void strangerIsNotPromoted() {
    assertThat(promote("node-3", true).words()).startsWith("node-3 is not a node of pair-1");
  }

  @Test
  void rebootedActiveThatMayLackSomethingCanBePromoted() {
    Desk later = new Desk();
    later.stored(5, "node-1", lost.member(), left.member());
    later.node1.reboots().holds(4, 700).lapses();
    later.elect();
    later.connect(later.node1);
    later.pass(1_000);
    assertThat(later.kinds()).isEmpty();

    later.decide(new ControllerEvent.PromoteAsked(TICKET, Desk.PAIR, "node-1", true));

    assertThat(later.answer(TICKET).isDone()).isTrue();
    assertThat(later.stored.inSync()).containsExactly(later.node1.member());
    assertThat(later.stored.epoch()).isEqualTo(6);
  }

  @Test
  void pairThatWasNeverActiveCanBePromotedWithOneNode() {
    Desk fresh = new Desk();
    fresh.elect();
    fresh.connect(fresh.node2);
    fresh.node2.holds(6, 10);
    fresh.pass(100);

    fresh.decide(new ControllerEvent.PromoteAsked(TICKET, Desk.PAIR, "node-2", true));

    assertThat(fresh.answer(TICKET).isDone()).isTrue();
    assertThat(fresh.stored.epoch()).isEqualTo(7);
  }

  @Test
  void promotionWaitsForAChangeThatIsUnderWay() {
    Desk both = Desk.serving();
    both.isStoreHeld = true;
    both.disconnect(both.node1);
    both.node2.lapses();
    both.report(both.node2);
    both.decide(new ControllerEvent.PromoteAsked(TICKET, Desk.PAIR, "node-2", true));
    assertThat(both.answers).isEmpty();

    both.settleStore();

    assertThat(both.kinds()).containsExactly(DecisionKind.FAILOVER);
    assertThat(both.answer(TICKET).words()).contains("not known yet whether node-2 acts");
  }

  @Test
  void promotionThatLostItsCompareAndSetIsToldSo() {
    lose();
    desk.isStoreHeld = true;
    desk.decide(new ControllerEvent.PromoteAsked(TICKET, Desk.PAIR, "node-2", true));
    desk.stored = Desk.versioned(desk.stored, desk.stored.version() + 1);

    desk.settleStore();

    assertThat(desk.answer(TICKET))
        .isEqualTo(
            new OperatorAnswer(
                false, "the pair changed meanwhile: look again; nothing was changed"));
  }

  @Test
  void deposedAdminTellsWhoWaits() {
    lose();
    desk.isStoreHeld = true;
    desk.decide(new ControllerEvent.PromoteAsked(TICKET, Desk.PAIR, "node-2", true));
    desk.decide(new ControllerEvent.Deposed());

    assertThat(desk.answer(TICKET).words()).contains("leads no longer");
  }

  @Test
  void pairWithoutABackupIsActivatedAloneAndHasNobodyToSwitchTo() {
    Desk single = new Desk();
    single.stored = PairState.fresh(Desk.PAIR, "node-1", "", BackupServes.ALL);
    single.elect();
    single.connect(single.node1);
    single.node1.serves();
    single.pass(100);
    assertThat(single.kinds()).containsExactly(DecisionKind.FIRST);
    assertThat(single.stored.active()).isEqualTo("node-1");

    single.decide(new ControllerEvent.SwitchAsked(TICKET, Desk.PAIR));
    single.decide(new ControllerEvent.PromoteAsked(6, Desk.PAIR, "node-1", false));

    assertThat(single.answer(TICKET).words()).startsWith("the pair has no other node");
    assertThat(single.answer(6).words()).contains("the pair has no other node");
    assertThat(single.machine.view(single.now()).nodes()).hasSize(1);
  }
}
