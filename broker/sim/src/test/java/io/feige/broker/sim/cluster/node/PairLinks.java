package io.feige.broker.sim.cluster.node;

import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.sim.cluster.wire.LinkEnd;
import io.feige.broker.sim.pairnet.Net;
import io.feige.broker.sim.pairnet.Proc;
import io.feige.broker.sim.pairnet.Side;
import io.feige.broker.sim.world.Violation;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.LinkMessage;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The connections of one replica to the other member of its pair. */
final class PairLinks {
  private final String pair;
  private final Proc proc;
  private final Net net;
  private final long mostUnderWay;
  private final Consumer<ReplicaEvent> told;
  private final TreeMap<Long, Side> open = new TreeMap<>();
  private String peer = "";
  private long lastSession;

  /**
   * @param mostUnderWay bytes of a link that may wait at most
   */
  PairLinks(String pair, Proc proc, Net net, long mostUnderWay, Consumer<ReplicaEvent> told) {
    this.pair = pair;
    this.proc = proc;
    this.net = net;
    this.mostUnderWay = mostUnderWay;
    this.told = told;
  }

  /** Where the other member is, as Admin says. */
  void leadTo(String node) {
    peer = node;
  }

  void dial() {
    if (peer.isEmpty()) {
      proc.after(0, () -> told.accept(new ReplicaEvent.LinkClosed(0)));
      return;
    }
    net.dial(
        proc,
        peer,
        LinkEnd.address(peer),
        new Net.Caller() {
          @Override
          public void opened(Side side) {
            Side other = side.other();
            side.send(64, () -> other.bound(LinkEnd.class).proven(pair));
            take(side, true);
          }

          @Override
          public void failed() {
            told.accept(new ReplicaEvent.LinkClosed(0));
          }
        });
  }

  /** Somebody of the cluster has dialled, for this pair. */
  void accepted(Side side) {
    take(side, false);
  }

  private void take(Side side, boolean isDialled) {
    long session = ++lastSession;
    open.put(session, side);
    side.bind(new End(session));
    side.listen(
        new Side.Listener() {
          @Override
          public void closed() {
            if (open.remove(session) != null) {
              told.accept(new ReplicaEvent.LinkClosed(session));
            }
          }

          @Override
          public void writable() {
            told.accept(new ReplicaEvent.LinkWritable(session));
          }
        });
    told.accept(new ReplicaEvent.LinkOpened(session, isDialled));
  }

  private final class End implements LinkEnd {
    private final long session;

    End(long session) {
      this.session = session;
    }

    @Override
    public void proven(String ofPair) {
      throw new Violation("a link is proven twice");
    }

    @Override
    public void received(LinkMessage message) {
      if (open.containsKey(session)) {
        told.accept(new ReplicaEvent.Received(session, message));
      }
    }
  }

  void hangUp(long session) {
    Side side = open.remove(session);
    if (side != null) {
      side.close();
    }
  }

  boolean canSend(long session) {
    @Nullable Side side = open.get(session);
    return side != null && side.canSend();
  }

  void send(long session, LinkMessage message) {
    Side side = open.get(session);
    if (side == null) {
      return;
    }
    LinkMessage copied = LinkMessages.copied(message);
    Side other = side.other();
    side.send(LinkMessages.bytes(copied), () -> other.bound(LinkEnd.class).received(copied));
    Violation.unless(
        !(message instanceof Copy) || side.waitingBytes() <= mostUnderWay,
        "%d bytes are under way on a link of %s",
        side.waitingBytes(),
        pair);
  }
}
