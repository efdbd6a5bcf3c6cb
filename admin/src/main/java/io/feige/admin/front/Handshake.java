package io.feige.admin.front;

import io.feige.access.AccessControl.Exchange;
import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Challenge;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.Secret;
import io.feige.protocol.scram.ScramException;
import io.feige.tls.CertificateNames;
import io.feige.tls.Encryption;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Takes the first frames of a connection, which {@link FrameDecoder} has made sure are HELLO, or
 * AUTHENTICATE and HELLO. Whoever cannot show what is wanted learns nothing but that. A node is
 * taken only while this Admin leads.
 */
final class Handshake extends SimpleChannelInboundHandler<Frame> {
  private static final RateLimitedLog BAD_NODES =
      RateLimitedLog.of(LoggerFactory.getLogger(Handshake.class), AdminLogId.BAD_CREDENTIALS);

  private final Peer peer;
  private final FrontState state;
  private @Nullable Exchange exchange;

  Handshake(Peer peer, FrontState state) {
    super(Frame.class, false);
    this.peer = peer;
    this.state = state;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    try {
      switch (CommandDecoder.request(frame.header(), frame.body())) {
        case Authenticate request -> challenge(frame.header(), request);
        case Hello hello -> judge(context, frame.header(), hello);
        default -> throw new IllegalStateException("the frame decoder lets only these pass");
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
    } else if (hello.kind() == ClientKind.NODE) {
      judgeNode(context, header, version, hello);
    } else {
      judgeClient(context, header, version, hello);
    }
  }

  private void challenge(FrameHeader header, Authenticate request) {
    try {
      if (exchange != null) {
        throw new ScramException("AUTHENTICATE comes once");
      }
      Exchange begun = state.access().begin(request);
      exchange = begun;
      peer.send(header.correlationId(), new Challenge(begun.challenge()));
    } catch (ScramException e) {
      peer.refuseAndEnd(
          header, Refusal.of(ErrorCode.NOT_AUTHENTICATED, String.valueOf(e.getMessage())));
    }
  }

  private void judgeNode(
      ChannelHandlerContext context, FrameHeader header, int version, Hello hello) {
    boolean showsCertificate = Encryption.shownBy(context.channel()).isPresent();
    if (!state.nodeCredentials().permit(hello, showsCertificate)) {
      BAD_NODES.warn(peer.name(), "credentials of a node were not accepted");
      peer.refuseAndEnd(
          header, Refusal.of(ErrorCode.NOT_AUTHENTICATED, "this Admin wants other credentials"));
    } else if (!state.standing().leads()) {
      peer.refuseAndEnd(header, state.standing().notLeader());
    } else {
      welcome(context, header, version, hello, Secret.NONE);
    }
  }

  private void judgeClient(
      ChannelHandlerContext context, FrameHeader header, int version, Hello hello) {
    Set<String> certificate =
        Encryption.shownBy(context.channel()).map(CertificateNames::of).orElseGet(Set::of);
    switch (state.access().judge(hello, exchange, certificate, peer.address())) {
      case Admitted admitted -> {
        peer.admitted(admitted.admission());
        welcome(context, header, version, hello, admitted.proof());
      }
      case Refused refused -> peer.refuseAndEnd(header, refused.refusal());
      case TooOften often -> peer.refuseAndEnd(header, often.refusal());
    }
  }

  private void welcome(
      ChannelHandlerContext context, FrameHeader header, int version, Hello hello, Secret proof) {
    FrontLimits limits = state.limits();
    boolean isNode = hello.kind() == ClientKind.NODE;
    int maxBytes = isNode ? limits.nodeFrameBytes() : limits.clientFrameBytes();
    // The answer to HELLO is of version 1 whatever was agreed, so it goes first.
    peer.send(
        header.correlationId(),
        new Welcome(
            version, state.settings().adminId(), maxBytes, maxBytes, limits.idleMillis(), proof));
    peer.agreed(version, isNode, hello.software(), maxBytes);
    ChannelHandler next = isNode ? new NodeAnswers(peer, state) : new ClientRequests(peer, state);
    context.pipeline().replace(this, isNode ? "reports" : "requests", next);
    if (!isNode) {
      peer.pace().greeted();
    }
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
