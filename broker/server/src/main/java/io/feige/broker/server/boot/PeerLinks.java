package io.feige.broker.server.boot;

import io.feige.broker.core.replica.ReplicaEvent;
import io.feige.broker.core.turn.PairLinks;
import io.feige.broker.server.link.LinkDialer;
import io.feige.broker.server.link.LinkListener;
import io.feige.broker.server.link.LinkSession;
import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.pair.PairLoop;
import io.feige.protocol.link.LinkMessage;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The links of one pair: the transport's sessions on one side, the pair's events on the other. On
 * the pair's loop.
 */
final class PeerLinks implements PairLinks, LinkListener {
  private static final long NO_SESSION = 0;

  private final LinkDialer dialer;
  private final EventLoop loop;
  private final String pair;
  private final Map<Long, LinkSession> sessions = new HashMap<>();
  private @Nullable PairLoop replica;
  private String peerNode = "";
  private @Nullable HostPort peer;

  PeerLinks(LinkDialer dialer, EventLoop loop, String pair) {
    this.dialer = dialer;
    this.loop = loop;
    this.pair = pair;
  }

  @Override
  public EventLoop loop() {
    return loop;
  }

  /** Whose links they are; before anything else. */
  void serve(PairLoop of) {
    replica = of;
  }

  private PairLoop replica() {
    return Objects.requireNonNull(replica, "links without a replica");
  }

  /** Where the other member is, as Admin says; null: it does not know. */
  void peerIs(String node, @Nullable HostPort at) {
    peerNode = node;
    peer = at;
  }

  @Override
  public void dial() {
    HostPort to = peer;
    if (to == null) {
      loop.execute(() -> dialFailed("Admin does not know where " + peerNode + " is"));
    } else {
      dialer.dial(to, peerNode, pair, this);
    }
  }

  @Override
  public boolean canSend(long session) {
    LinkSession found = sessions.get(session);
    return found != null && found.canSend();
  }

  @Override
  public void send(long session, LinkMessage message) {
    LinkSession found = sessions.get(session);
    if (found != null) {
      found.send(message);
    }
  }

  @Override
  public void hangUp(long session, String why) {
    LinkSession found = sessions.remove(session);
    if (found != null) {
      found.hangUp(why);
    }
  }

  /** Ends all that are open; the pair is told of none. */
  void hangUpAll(String why) {
    sessions.values().forEach(session -> session.hangUp(why));
    sessions.clear();
  }

  @Override
  public void opened(LinkSession session) {
    sessions.put(session.id(), session);
    replica().link(new ReplicaEvent.LinkOpened(session.id(), session.isDialled()));
  }

  @Override
  public void received(LinkSession session, LinkMessage message) {
    replica().received(session.id(), message);
  }

  @Override
  public void writable(LinkSession session) {
    replica().link(new ReplicaEvent.LinkWritable(session.id()));
  }

  @Override
  public void closed(LinkSession session, String why) {
    if (sessions.remove(session.id()) != null) {
      replica().link(new ReplicaEvent.LinkClosed(session.id()));
    }
  }

  @Override
  public void dialFailed(String why) {
    replica().link(new ReplicaEvent.LinkClosed(NO_SESSION));
  }
}
