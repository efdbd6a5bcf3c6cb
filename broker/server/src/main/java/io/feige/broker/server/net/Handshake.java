package io.feige.broker.server.net;

import io.feige.broker.server.config.NodeConfig.Limits;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import org.slf4j.LoggerFactory;

/**
 * Takes the first frame of a connection, which {@link FrameReader} has made sure is HELLO. When the
 * two sides agree, {@link Requests} takes its place; otherwise the connection ends with the reason.
 */
final class Handshake extends SimpleChannelInboundHandler<Frame> {
  private static final RateLimitedLog BAD_CREDENTIALS =
      RateLimitedLog.of(LoggerFactory.getLogger(Handshake.class), LogId.BAD_CREDENTIALS);
  private static final int MAX_SOFTWARE_SHOWN = 100;

  private final ClientConnection connection;
  private final FrameReader frames;
  private final FrontState state;

  Handshake(ClientConnection connection, FrameReader frames, FrontState state) {
    super(Frame.class, false);
    this.connection = connection;
    this.frames = frames;
    this.state = state;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Frame frame) {
    try {
      if (CommandDecoder.request(frame.header(), frame.body()) instanceof Hello hello) {
        judge(context, frame.header(), hello);
      }
    } catch (MalformedFrameException e) {
      connection.refuseAndEnd(frame.header(), Refusal.of(e));
    } finally {
      frame.body().release();
    }
  }

  private void judge(ChannelHandlerContext context, FrameHeader header, Hello hello) {
    int version = Math.min(hello.maxVersion(), ProtocolVersion.MAX);
    if (state.isStopping()) {
      connection.refuseAndEnd(header, FrontState.STOPPING);
    } else if (version < Math.max(hello.minVersion(), ProtocolVersion.MIN)) {
      connection.refuseAndEnd(header, Refusal.of(ErrorCode.UNSUPPORTED_VERSION, versions(hello)));
    } else if (!state.credentials().permit(hello)) {
      BAD_CREDENTIALS.warn(connection.peer(), "credentials were not accepted");
      connection.refuseAndEnd(
          header,
          Refusal.of(ErrorCode.NOT_AUTHENTICATED, "this node wants a token, and not this one"));
    } else {
      RequestSink sink = state.find(hello.pair());
      if (sink == null) {
        connection.refuseAndEnd(header, notHere(hello.pair()));
      } else {
        welcome(header, version, hello);
        context.pipeline().replace(this, "requests", new Requests(connection, state, sink));
      }
    }
  }

  private Refusal notHere(String pair) {
    String words =
        pair.isEmpty() ? " has no pair yet" : " has no replica of pair '" + shown(pair) + "'";
    return Refusal.of(ErrorCode.NO_SUCH_PAIR, state.setup().nodeId() + words);
  }

  private void welcome(FrameHeader header, int version, Hello hello) {
    Limits limits = state.setup().limits();
    Welcome welcome =
        new Welcome(
            version,
            state.setup().nodeId(),
            limits.maxFrameBytes(),
            limits.maxBatchBytes(),
            (int) limits.idleTimeout().toMillis());
    // The answer to HELLO is of version 1 whatever was agreed, so it goes first.
    connection.send(header.correlationId(), welcome);
    connection.agreed(version, shown(hello.software()));
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

  // It stands in log lines, so it must not be able to look like one.
  private static String shown(String software) {
    String printable = software.replaceAll("[^\\x20-\\x7E]", "?");
    return printable.substring(0, Math.min(printable.length(), MAX_SOFTWARE_SHOWN));
  }
}
