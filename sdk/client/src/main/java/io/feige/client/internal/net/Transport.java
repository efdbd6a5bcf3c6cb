package io.feige.client.internal.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A client's share of the I/O threads of the process, and its connections: native where it can. */
public final class Transport {
  private static final int CLOSE_SECONDS = 2;

  private final ClientLoop loop = new ClientLoop(SharedLoops.acquire());
  private final Set<Channel> channels = ConcurrentHashMap.newKeySet();

  /** The loop on which everything of the engine runs. */
  public ClientLoop loop() {
    return loop;
  }

  /** What a connection is made with. */
  Bootstrap bootstrap(long connectTimeoutMillis) {
    return new Bootstrap()
        .group(loop.netty())
        .channel(SharedLoops.IS_NATIVE ? EpollSocketChannel.class : NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) connectTimeoutMillis);
  }

  /** A channel that is to be closed with the client. */
  void opened(Channel channel) {
    channels.add(channel);
    ChannelFuture unused = channel.closeFuture().addListener(closed -> channels.remove(channel));
  }

  /**
   * Ends what the client has on the loop, after what is queued on it. Any thread; waits unless it
   * is the loop's own.
   */
  public void close() {
    CountDownLatch ended = new CountDownLatch(1);
    loop.execute(() -> {
      for (Channel channel : List.copyOf(channels)) {
        ChannelFuture unused = channel.close();
      }
      loop.close();
      ended.countDown();
    });
    try {
      boolean unused = loop.netty().inEventLoop() || ended.await(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    SharedLoops.release();
  }
}
