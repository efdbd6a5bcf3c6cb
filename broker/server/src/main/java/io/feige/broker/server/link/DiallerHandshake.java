package io.feige.broker.server.link;

import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.codec.LinkCodec;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.link.LinkAccepted;
import io.feige.protocol.link.LinkChallenge;
import io.feige.protocol.link.LinkHandshake;
import io.feige.protocol.link.LinkProof;
import io.feige.protocol.link.LinkRefused;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The side that dials: proves itself, and believes nothing before the other side has proved itself
 * too. Its listener is told of one outcome.
 */
final class DiallerHandshake implements LinkStage {
  private static final Logger LOG = LoggerFactory.getLogger(DiallerHandshake.class);
  private static final RateLimitedLog NOT_PROVED = RateLimitedLog.of(LOG, LogId.LINK_NOT_PROVED);

  private final LinkSocket socket;
  private final LinkSetup setup;
  private final String peerNode;
  private final String pair;
  private final LinkListener listener;
  private @Nullable LinkChallenge challenge;
  private @Nullable LinkProof proof;

  DiallerHandshake(
      LinkSocket socket, LinkSetup setup, String peerNode, String pair, LinkListener listener) {
    this.socket = socket;
    this.setup = setup;
    this.peerNode = peerNode;
    this.pair = pair;
    this.listener = listener;
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
  public void frame(ByteBuf rest) {
    LinkHandshake message = LinkCodec.decodeHandshake(rest);
    LinkChallenge challenged = challenge;
    LinkProof proved = proof;
    if (challenged == null || proved == null) {
      takeChallenge(message);
    } else if (message instanceof LinkRefused refused) {
      socket.close("it refused: " + printable(refused.why()));
    } else if (message instanceof LinkAccepted accepted) {
      takeAccepted(setup.key().isAccepted(challenged, proved, accepted));
    } else {
      throw new MalformedFrameException(ErrorCode.MALFORMED, "an answer to the proof is due");
    }
  }

  @Override
  public void closed(String why, boolean isByPeer) {
    LOG.debug("no link with {} for {}: {}", peerNode, pair, why);
    if (isByPeer && proof != null) {
      NOT_PROVED.warn(socket.peer(), "it hung up on the proof; have both the same cluster.secret?");
    }
    listener.dialFailed(why);
  }

  private void takeChallenge(LinkHandshake message) {
    if (!(message instanceof LinkChallenge challenged)) {
      throw new MalformedFrameException(ErrorCode.MALFORMED, "a challenge is due");
    }
    if (challenged.version() != LinkChallenge.VERSION) {
      socket.close(
          "it speaks version "
              + challenged.version()
              + " of the link, this node "
              + LinkChallenge.VERSION);
      return;
    }
    LinkProof proved = setup.key().prove(challenged, setup.newNonce(), setup.nodeId(), pair);
    challenge = challenged;
    proof = proved;
    socket.send(proved);
  }

  private void takeAccepted(boolean isPeer) {
    if (isPeer) {
      new OpenLink(socket, setup, peerNode, pair, listener).begin(true);
    } else {
      NOT_PROVED.warn(
          socket.peer(), "it was dialled as " + peerNode + " and does not know the secret");
      socket.close("it does not know the cluster's secret");
    }
  }

  // Nobody has proved to have written it, and it goes to logs.
  private static String printable(String text) {
    return text.replaceAll("[^\\x20-\\x7E]", "?");
  }
}
