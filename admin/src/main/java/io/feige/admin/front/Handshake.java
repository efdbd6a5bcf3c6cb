package io.feige.admin.front;

import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.ClientKind;
import io.feige.tls.Encryption;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import org.slf4j.LoggerFactory;

/**
 * Takes the first frame of a connection, which {@link FrameDecoder} has made sure is HELLO. Whoever
 * cannot show what is wanted learns nothing but that. A node is taken only while this Admin leads.
 */
final class Handshake extends SimpleChannelInboundHandler<Frame> {
  private static final RateLimitedLog BAD_CREDENTIALS =
      RateLimitedLog.of(LoggerFactory.getLogger(Handshake.class), AdminLogId.BAD_CREDENTIALS);

  private final Peer peer;
  private final FrontState state;

  Handshake(Peer peer, FrontState state) {
    super(Frame.class, false);
    this.peer = peer;
    this.state = state;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    try {
      if (CommandDecoder.request(frame.header(), frame.body()) instanceof Hello hello) {
        judge(context, frame.header(), hello);
      }
    } catch (MalformedFrameException e) {
      peer.refuseAndEnd(frame.header(), Refusal.of(e));
    } finally {
      frame.body().release();
    }
  }

  private void judge(ChannelHandlerContext context, FrameHeader header, Hello hello) {
    int version = Math.min(hello.maxVersion(), ProtocolVersion.MAX);
    if (version < Math.max(hello.minVersion(), ProtocolVersion.MIN)) {
      peer.refuseAndEnd(header, Refusal.of(ErrorCode.UNSUPPORTED_VERSION, versions(hello)));
    } else if (!state.credentials().permit(hello, showsCertificate(context))) {
      BAD_CREDENTIALS.warn(peer.name(), "credentials were not accepted");
      peer.refuseAndEnd(
          header, Refusal.of(ErrorCode.NOT_AUTHENTICATED, "this Admin wants other credentials"));
    } else if (hello.kind() == ClientKind.NODE && !state.standing().leads()) {
      peer.refuseAndEnd(header, notLeader(state.standing().hint()));
    } else {
      welcome(context, header, version, hello);
    }
  }

  private void welcome(
      ChannelHandlerContext context, FrameHeader header, int version, Hello hello) {
    FrontLimits limits = state.limits();
    boolean isNode = hello.kind() == ClientKind.NODE;
    int maxBytes = isNode ? limits.nodeFrameBytes() : limits.clientFrameBytes();
    // The answer to HELLO is of version 1 whatever was agreed, so it goes first.
    peer.send(
        header.correlationId(),
        new Welcome(version, state.settings().adminId(), maxBytes, maxBytes, limits.idleMillis()));
    peer.agreed(version, isNode, hello.software(), maxBytes);
    ChannelHandler next = isNode ? new NodeAnswers(peer, state) : new ClientRequests(peer, state);
    context.pipeline().replace(this, isNode ? "reports" : "requests", next);
    if (!isNode) {
      peer.pace().greeted();
    }
  }

  private static Refusal notLeader(String hint) {
    String sentence =
        hint.isEmpty()
            ? "this Admin does not lead, and knows of none that does"
            : "this Admin does not lead, the one at " + hint + " does";
    return new Refusal(ErrorCode.NOT_LEADER, sentence, hint, 0);
  }

  private static boolean showsCertificate(ChannelHandlerContext context) {
    return Encryption.shownBy(context.channel()).isPresent();
  }

  private static String versions(Hello hello) {
    return "the caller speaks "
        + hello.minVersion()
        + " to "
        + hello.maxVersion()
        + ", this Admin "
        + ProtocolVersion.MIN
        + " to "
        + ProtocolVersion.MAX;
  }
}
