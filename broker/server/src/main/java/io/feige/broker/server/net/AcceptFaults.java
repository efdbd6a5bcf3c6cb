package io.feige.broker.server.net;

import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.slf4j.LoggerFactory;

/**
 * Tells that connections cannot be accepted, usually for want of file descriptors. The exception
 * goes on to Netty's acceptor, which pauses for a second and then accepts again.
 */
@Sharable
public final class AcceptFaults extends ChannelInboundHandlerAdapter {
  private static final RateLimitedLog ACCEPT_FAILED =
      RateLimitedLog.of(LoggerFactory.getLogger(AcceptFaults.class), LogId.ACCEPT_FAILED);

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    ACCEPT_FAILED.warn("no connection accepted for a second", String.valueOf(cause.getMessage()));
    context.fireExceptionCaught(cause);
  }
}
