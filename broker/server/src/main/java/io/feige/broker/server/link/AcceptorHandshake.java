package io.feige.broker.server.link;

import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.codec.LinkCodec;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.link.LinkChallenge;
import io.feige.protocol.link.LinkProof;
import io.feige.protocol.link.LinkRefused;
import io.netty.buffer.ByteBuf;
import org.slf4j.LoggerFactory;

/**
 * The side that was dialled: challenges, and believes nothing before the proof. Whoever fails is
 * told nothing, and the connection ends.
 */
final class AcceptorHandshake implements LinkStage {
  private static final RateLimitedLog REFUSED =
      RateLimitedLog.of(LoggerFactory.getLogger(AcceptorHandshake.class), LogId.LINK_REFUSED);

  private final LinkSocket socket;
  private final LinkSetup setup;
  private final LinkAcceptor acceptor;
  private final AcceptedLinks accepted;
  private final Entrants entrants;
  private final LinkChallenge challenge;
  private boolean isPeer;

  AcceptorHandshake(
      LinkSocket socket,
      LinkSetup setup,
      LinkAcceptor acceptor,
      AcceptedLinks accepted,
      Entrants entrants) {
    this.socket = socket;
    this.setup = setup;
    this.acceptor = acceptor;
    this.accepted = accepted;
    this.entrants = entrants;
    this.challenge = new LinkChallenge(LinkChallenge.VERSION, setup.newNonce());
  }

  @Override
  public boolean isOpen() {
    return false;
  }

  @Override
  public int maxLength() {
    return LinkCodec.MAX_LENGTH_BEFORE_HANDSHAKE;
  }

  @Override
  public void connected() {
    entrants.enter(socket);
    socket.send(challenge);
  }

  @Override
  public void frame(ByteBuf rest) {
    if (isPeer || !(LinkCodec.decodeHandshake(rest) instanceof LinkProof proof)) {
      throw new MalformedFrameException(ErrorCode.MALFORMED, "a proof is due");
    }
    if (setup.key().isProved(challenge, proof)) {
      isPeer = true;
      entrants.leave(socket);
      admit(proof);
    } else {
      socket.close("it does not know the cluster's secret");
    }
  }

  @Override
  public void closed(String why, boolean isByPeer) {
    if (!isPeer) {
      entrants.leave(socket);
      setup.metrics().linkRefused();
      REFUSED.warn(socket.peer(), why);
    }
  }

  private void admit(LinkProof proof) {
    LinkListener listener = acceptor.listenerOf(proof.pair(), proof.node());
    if (proof.node().equals(setup.nodeId())) {
      refuse("this node has the name of the one that dials: " + proof.node());
    } else if (listener == null) {
      refuse("node " + setup.nodeId() + " has no replica of pair " + proof.pair() + " to copy");
    } else {
      socket.moveTo(listener.loop(), () -> open(proof, listener));
    }
  }

  private void open(LinkProof proof, LinkListener listener) {
    socket.send(setup.key().accept(challenge, proof));
    OpenLink link = new OpenLink(socket, setup, proof.node(), proof.pair(), listener);
    accepted.add(link);
    link.begin(false);
  }

  private void refuse(String why) {
    socket.send(
        new LinkRefused(why.substring(0, Math.min(why.length(), LinkRefused.MAX_WHY_LENGTH))));
    socket.close(why);
  }
}
