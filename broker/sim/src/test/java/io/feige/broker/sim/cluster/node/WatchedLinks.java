package io.feige.broker.sim.cluster.node;

import io.feige.protocol.link.LinkMessage;

/** The links of a replica as its turn uses them. */
final class WatchedLinks implements io.feige.broker.core.turn.PairLinks {
  private final PairLinks links;
  private final SimReplica replica;
  private final Runnable effect;

  WatchedLinks(PairLinks links, SimReplica replica, Runnable effect) {
    this.links = links;
    this.replica = replica;
    this.effect = effect;
  }

  @Override
  public void dial() {
    effect.run();
    links.dial();
  }

  @Override
  public void hangUp(long session, String why) {
    effect.run();
    replica.tell("hangs up link %d: " + why.replace("%", "%%"), session, 0);
    links.hangUp(session);
  }

  @Override
  public boolean canSend(long session) {
    return links.canSend(session);
  }

  @Override
  public void send(long session, LinkMessage message) {
    effect.run();
    replica.requireNoOldEpoch("answers");
    links.send(session, message);
  }
}
