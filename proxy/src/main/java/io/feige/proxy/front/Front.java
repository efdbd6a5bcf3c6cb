package io.feige.proxy.front;

import io.feige.proxy.config.ProxySettings;
import io.feige.proxy.metric.ProxyMeters;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The loops of a process's clients, and the ports whose connections they serve. Methods may be
 * called by any thread but a loop.
 */
public final class Front implements AutoCloseable {
  private static final int BACKLOG = 4_096;
  private static final int STOP_SECONDS = 2;
  private static final long LOOK_NANOS = 5_000_000L;

  /** Bytes that a client has not taken, beyond which no more is written. */
  static final int MOST_UNTAKEN = 128 << 10;

  private static final WriteBufferWaterMark OUTBOUND =
      new WriteBufferWaterMark(64 << 10, MOST_UNTAKEN);

  private final FrontState state;
  private final EventLoopGroup loops;
  private final List<Channel> ports = new CopyOnWriteArrayList<>();

  private Front(FrontState state, EventLoopGroup loops) {
    this.state = state;
    this.loops = loops;
  }

  /**
   * Without a port yet.
   *
   * @param threads so many loops
   */
  public static Front of(FrontState state, int threads) {
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory("feige-front"), NioIoHandler.newFactory());
    var _ =
        loops
            .next()
            .scheduleWithFixedDelay(
                () -> state.connected().forEach(Connected::look), 1, 1, TimeUnit.SECONDS);
    return new Front(state, loops);
  }

  /**
   * Serves one port more.
   *
   * @param pipeline prepares a connection
   * @return the port that was bound
   * @throws IOException if it cannot be had
   */
  public int listen(ProxySettings.Listen listen, Consumer<Channel> pipeline) throws IOException {
    InetSocketAddress address = new InetSocketAddress(listen.host(), listen.port());
    ChannelFuture bound = bootstrap(pipeline).bind(address).awaitUninterruptibly();
    Throwable cause = bound.cause();
    if (cause != null) {
      throw new IOException(
          "cannot listen on " + address + ": " + String.valueOf(cause.getMessage()), cause);
    }
    ports.add(bound.channel());
    return ((InetSocketAddress) bound.channel().localAddress()).getPort();
  }

  private ServerBootstrap bootstrap(Consumer<Channel> pipeline) {
    return new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, OUTBOUND)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                pipeline.accept(channel);
              }
            });
  }

  /** Has the meters show how it is. */
  public void show(ProxyMeters meters) {
    meters.gauge("feige.proxy.connections", "Connections of clients", state::connections);
    meters.gauge(
        "feige.proxy.requests.in.hand", "Requests that are not answered yet", state::requests);
    meters.gauge(
        "feige.proxy.body.bytes",
        "Bodies that have arrived, and answers that are not taken",
        state::bodyBytes);
    meters.counter(
        "feige.proxy.connections.turned.away",
        "Connections beyond limits.connections or limits.connectionsPerAddress",
        state::turnedAway);
    meters.counter(
        "feige.proxy.connections.slow",
        "Connections that were ended because they were idle or slow",
        state::slow);
  }

  /** What its connections share. */
  public FrontState state() {
    return state;
  }

  /**
   * Takes no new connections, and sends those that there are away, a few at a time: what waits for
   * messages is answered without, streams end, and what is under way is answered first.
   *
   * @return whether all have gone
   */
  public boolean sendAway(Duration limit) {
    endPorts();
    long deadline = System.nanoTime() + limit.toNanos();
    long spread = Math.max(1, limit.toMillis() / 2);
    for (Connected connection : List.copyOf(state.connected())) {
      connection.sendAway(ThreadLocalRandom.current().nextLong(spread));
    }
    while (state.connections() > 0 && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return state.connections() == 0;
  }

  @Override
  public void close() {
    endPorts();
    state.connected().forEach(Connected::cut);
    var _ = loops.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
    loops.terminationFuture().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
  }

  private void endPorts() {
    state.beginStop();
    ports.forEach(port -> port.close().awaitUninterruptibly());
  }
}
