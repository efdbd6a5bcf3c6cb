package io.feige.broker.server.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.time.Duration;

/** Connections that a node opens by itself, to its peers and to Admin. */
public final class Dialling {
  private static final OffLoopNames NAMES = new OffLoopNames();

  private Dialling() {}

  /** Dials from a loop without ever blocking it. The handler is the caller's to set. */
  public static Bootstrap from(EventLoop loop, Duration connectTimeout) {
    return new Bootstrap()
        .group(loop)
        .channel(NetLoops.socketChannel())
        .resolver(NAMES)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) connectTimeout.toMillis())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT);
  }
}
