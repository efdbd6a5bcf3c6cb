package io.feige.broker.server.net;

import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/** Counts a connection in and out, and has its deadlines and its outbound buffer watched. */
final class Entrance extends ChannelInboundHandlerAdapter {
  private static final FrameHeader NO_REQUEST =
      FrameHeader.request(0, ProtocolVersion.MIN, CommandType.HELLO, 0);

  private final ClientConnection connection;
  private final FrontState state;
  private final ConnectionLimit limit;
  private ConnectionLimit.Entry entry = ConnectionLimit.Entry.DROPPED;

  Entrance(ClientConnection connection, FrontState state) {
    this.connection = connection;
    this.state = state;
    this.limit = state.limit();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    entry = limit.enter(connection.peer());
    switch (entry) {
      case ACCEPTED -> {
        state.add(connection);
        connection.settled();
        context.fireChannelActive();
      }
      case REFUSED ->
          connection.refuseAndEnd(
              NO_REQUEST, Refusal.of(ErrorCode.TOO_MANY_CONNECTIONS, limit.sentence()));
      case DROPPED -> connection.abort();
    }
  }

  /** The connection has ended, wherever it was. */
  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    limit.leave(entry);
    state.remove(connection);
    connection.over();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    connection.writabilityChanged();
  }
}
