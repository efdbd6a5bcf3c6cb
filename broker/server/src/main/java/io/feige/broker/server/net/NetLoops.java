package io.feige.broker.server.net;

import io.feige.broker.server.ops.Supervisor;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * The threads of connections and pair. A wake-up of another thread costs more than most requests,
 * so by default there is one thread and it does both: a request is read, decided on and written to
 * the journal without being handed to anybody. With threads for the connections, a request is
 * handed over once and its answer once.
 */
public final class NetLoops implements AutoCloseable {
  private static final int STOP_SECONDS = 5;

  private final EventLoopGroup pair;
  private final EventLoopGroup connections;

  private NetLoops(EventLoopGroup pair, EventLoopGroup connections) {
    this.pair = pair;
    this.connections = connections;
  }

  /**
   * Starts the threads.
   *
   * @param netThreads threads for connections; 0: they share the pair's
   * @param supervisor hears of what their tasks meet
   */
  public static NetLoops start(int netThreads, Supervisor supervisor) {
    IoHandlerFactory io =
        Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    return start(netThreads, supervisor, io);
  }

  static NetLoops start(int netThreads, Supervisor supervisor, IoHandlerFactory io) {
    EventLoopGroup pair = WatchedLoops.start(1, "feige-pair-", io, supervisor);
    EventLoopGroup connections =
        netThreads == 0 ? pair : WatchedLoops.start(netThreads, "feige-net-", io, supervisor);
    return new NetLoops(pair, connections);
  }

  /** The loop that owns the pair's state. */
  public EventLoop pairLoop() {
    return pair.next();
  }

  /** Whether connections live on the pair's loop, so that nothing has to be handed over. */
  public boolean sharesLoop() {
    return pair.equals(connections);
  }

  @Override
  public void close() {
    var _ = connections.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
    var _ = pair.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
    connections.terminationFuture().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
    pair.terminationFuture().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
  }

  EventLoopGroup connectionLoops() {
    return connections;
  }

  /** What listens on such a loop. */
  public static Class<? extends ServerChannel> serverChannel() {
    return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
  }

  /** What dials from such a loop. */
  public static Class<? extends Channel> socketChannel() {
    return Epoll.isAvailable() ? EpollSocketChannel.class : NioSocketChannel.class;
  }
}
