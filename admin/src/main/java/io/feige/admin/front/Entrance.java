package io.feige.admin.front;

import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.LoggerFactory;

/** Counts a connection in and out; does not read from one that does not take its answers. */
final class Entrance extends ChannelInboundHandlerAdapter {
  private static final RateLimitedLog TOO_MANY =
      RateLimitedLog.of(LoggerFactory.getLogger(Entrance.class), AdminLogId.TOO_MANY_CONNECTIONS);
  private static final FrameHeader NO_REQUEST =
      FrameHeader.request(0, ProtocolVersion.MIN, CommandType.HELLO, 0);

  private final Peer peer;
  private final FrontState state;

  Entrance(Peer peer, FrontState state) {
    this.peer = peer;
    this.state = state;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    if (state.enter(peer)) {
      context.fireChannelActive();
      return;
    }
    String sentence = "there are " + state.limits().connections() + " connections already";
    TOO_MANY.warn(peer.name(), sentence);
    peer.refuseAndEnd(NO_REQUEST, Refusal.of(ErrorCode.TOO_MANY_CONNECTIONS, sentence));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    state.leave(peer);
    state.waiters().forget(peer);
    context.fireChannelInactive();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    // Reports of a node are read whatever it takes; a client that asks and does not listen waits.
    context.channel().config().setAutoRead(peer.isNode() || peer.isEnding() || peer.isWritable());
    context.fireChannelWritabilityChanged();
  }
}
