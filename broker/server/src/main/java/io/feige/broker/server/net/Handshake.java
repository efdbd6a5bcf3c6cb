package io.feige.broker.server.net;

import io.feige.access.AccessControl.Exchange;
import io.feige.access.Verdict;
import io.feige.access.Verdict.Admitted;
import io.feige.access.Verdict.Refused;
import io.feige.access.Verdict.TooOften;
import io.feige.broker.server.config.NodeConfig.Limits;
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
import io.feige.protocol.scram.ScramException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import org.jspecify.annotations.Nullable;

/**
 * Takes the first frames of a connection, which {@link FrameReader} has made sure are HELLO, or
 * AUTHENTICATE and HELLO. When the two sides agree, {@link Requests} takes its place; otherwise the
 * connection ends with the reason.
 */
final class Handshake extends SimpleChannelInboundHandler<Frame> {
  private final ClientConnection connection;
  private final FrameReader frames;
  private final FrontState state;
  private @Nullable Exchange exchange;

  Handshake(ClientConnection connection, FrameReader frames, FrontState state) {
    super(Frame.class, false);
    this.connection = connection;
    this.frames = frames;
    this.state = state;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    try {
      switch (CommandDecoder.request(frame.header(), frame.body())) {
        case Authenticate request -> challenge(frame.header(), request);
        case Hello hello -> judge(context, frame.header(), hello);
        default -> throw new IllegalStateException("the frame reader lets only these pass");
      }
    } catch (MalformedFrameException e) {
      connection.refuseAndEnd(frame.header(), Refusal.of(e));
    } finally {
      frame.body().release();
    }
  }

  private void challenge(FrameHeader header, Authenticate request) {
    try {
      if (exchange != null) {
        throw new ScramException("AUTHENTICATE comes once");
      }
      Exchange begun = state.access().begin(request);
      exchange = begun;
      connection.send(header.correlationId(), new Challenge(begun.challenge()));
    } catch (ScramException e) {
      connection.refuseAndEnd(
          header, Refusal.of(ErrorCode.NOT_AUTHENTICATED, String.valueOf(e.getMessage())));
    }
  }

  private void judge(ChannelHandlerContext context, FrameHeader header, Hello hello) {
    int version = Math.min(hello.maxVersion(), ProtocolVersion.MAX);
    if (state.isStopping()) {
      connection.refuseAndEnd(header, FrontState.STOPPING);
    } else if (version < Math.max(hello.minVersion(), ProtocolVersion.MIN)) {
      connection.refuseAndEnd(header, Refusal.of(ErrorCode.UNSUPPORTED_VERSION, versions(hello)));
    } else {
      Verdict verdict = state.access().judge(hello, exchange, context.channel());
      switch (verdict) {
        case Admitted admitted -> admit(context, header, version, hello, admitted);
        case Refused refused -> connection.refuseAndEnd(header, refused.refusal());
        case TooOften often -> connection.refuseAndEnd(header, often.refusal());
      }
    }
  }

  private void admit(
      ChannelHandlerContext context,
      FrameHeader header,
      int version,
      Hello hello,
      Admitted admitted) {
    RequestSink sink = state.find(hello.pair());
    if (sink == null) {
      connection.refuseAndEnd(header, notHere(hello.pair()));
    } else {
      connection.rights().begin(admitted.admission());
      welcome(header, version, hello, admitted);
      context.pipeline().replace(this, "requests", new Requests(connection, state, sink));
      EventLoop home = sink.home();
      if (home != null) {
        connection.moveTo(home);
      }
    }
  }

  private Refusal notHere(String pair) {
    String words =
        pair.isEmpty() ? " has no pair yet" : " has no replica of pair '" + Guest.shown(pair) + "'";
    return Refusal.of(ErrorCode.NO_SUCH_PAIR, state.setup().nodeId() + words);
  }

  private void welcome(FrameHeader header, int version, Hello hello, Admitted admitted) {
    Limits limits = state.setup().limits();
    Welcome welcome =
        new Welcome(
            version,
            state.setup().nodeId(),
            limits.maxFrameBytes(),
            limits.maxBatchBytes(),
            (int) limits.idleTimeout().toMillis(),
            admitted.proof());
    // The answer to HELLO is of version 1 whatever was agreed, so it goes first.
    connection.send(header.correlationId(), welcome);
    connection.agreed(version, hello);
    frames.shaken();
  }

  private static String versions(Hello hello) {
    return "the client speaks "
        + hello.minVersion()
        + " to "
        + hello.maxVersion()
        + ", this node "
        + ProtocolVersion.MIN
        + " to "
        + ProtocolVersion.MAX;
  }
}
