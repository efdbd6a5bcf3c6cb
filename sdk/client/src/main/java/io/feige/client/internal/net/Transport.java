package io.feige.client.internal.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/** The client's one I/O thread: native epoll where there is one. */
public final class Transport {
  private final EventLoopGroup group;
  private final boolean isNative = Epoll.isAvailable();
  private final ClientLoop loop;

  /** Starts the thread. */
  public Transport() {
    DefaultThreadFactory threads = new DefaultThreadFactory("feige-client-io", true);
    group =
        new MultiThreadIoEventLoopGroup(
            1, threads, isNative ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    loop = new ClientLoop(group.next());
  }

  /** The loop on which everything of the engine runs. */
  public ClientLoop loop() {
    return loop;
  }

  /** What a connection is made with. */
  Bootstrap bootstrap(long connectTimeoutMillis) {
    return new Bootstrap()
        .group(loop.netty())
        .channel(isNative ? EpollSocketChannel.class : NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) connectTimeoutMillis);
  }

  /** Ends the thread, after what is queued on it, within a second. */
  public void close() {
    boolean unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2_000);
  }
}
