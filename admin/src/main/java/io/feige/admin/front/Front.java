package io.feige.admin.front;

import io.feige.admin.address.NodeAddress;
import io.feige.admin.proxies.ProxyTable;
import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.Routes;
import io.feige.tls.Strangers;
import io.feige.tls.TlsContext;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The port for clients and nodes. One event loop has all connections. Methods may be called by any
 * thread.
 */
public final class Front implements AutoCloseable {
  private static final int BACKLOG = 4_096;
  private static final int STOP_SECONDS = 2;
  private static final WriteBufferWaterMark OUTBOUND =
      new WriteBufferWaterMark(64 << 10, 128 << 10);

  private final FrontState state;
  private final EventLoopGroup loops;
  private final EventLoop loop;
  private final Channel server;

  private Front(FrontState state, EventLoopGroup loops, EventLoop loop, Channel server) {
    this.state = state;
    this.loops = loops;
    this.loop = loop;
    this.server = server;
  }

  /**
   * Binds the port. Clients are answered from now on; nodes are taken from {@link #lead} on.
   *
   * @throws IOException if the port cannot be had
   */
  public static Front bind(FrontSettings settings, NodeSink sink) throws IOException {
    ThreadFactory threads = task -> new FastThreadLocalThread(task, "feige-front-0");
    EventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, threads, NioIoHandler.newFactory());
    EventLoop loop = loops.next();
    FrontState state = new FrontState(settings, sink, new RouteWaiters(loop, settings.limits()));
    InetSocketAddress address =
        new InetSocketAddress(settings.listen().host(), settings.listen().port());
    ChannelFuture bound = bootstrap(loops, state).bind(address).awaitUninterruptibly();
    Throwable cause = bound.cause();
    if (cause != null) {
      stop(loops);
      throw new IOException(String.valueOf(cause.getMessage()), cause);
    }
    Deadlines deadlines = new Deadlines(state);
    long period = deadlines.periodMillis();
    var _ = loop.scheduleWithFixedDelay(deadlines, period, period, TimeUnit.MILLISECONDS);
    return new Front(state, loops, loop, bound.channel());
  }

  /** The port that was bound. */
  public int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  /** This Admin leads: nodes are taken. */
  public void lead(long leaderEpoch) {
    loop.execute(() -> state.stand(new Standing(leaderEpoch, "")));
  }

  /**
   * This Admin follows: nodes that came are sent away.
   *
   * @param hint host:port of the leader; empty: not known
   */
  public void follow(String hint) {
    loop.execute(() -> {
      state.stand(new Standing(0, hint));
      for (Peer peer : List.copyOf(state.peers())) {
        if (peer.isNode()) {
          peer.close("this Admin does not lead");
        }
      }
    });
  }

  /** What clients are told from now on, if it is newer than what they are told now. */
  public void routes(Routes routes) {
    loop.execute(() -> state.waiters().update(routes));
  }

  /** Which nodes clients are told of who ask for all of them. */
  public void nodesAre(Supplier<List<NodeAddress>> known) {
    state.nodesAre(known);
  }

  /** Sends a beat over the node's newest connection; without one it is dropped. */
  public void beat(String node, Beat beat) {
    Peer peer = state.node(node);
    if (peer != null) {
      peer.beat(beat.with(state.access().news().since(peer.held())));
    }
  }

  /** Whether each node that is connected holds this table of users, or a later one. */
  public boolean nodesHold(AccessMark mark) {
    return state.nodesHold(mark);
  }

  /** When the certificates expire that connected nodes have shown, by node. Any thread. */
  public Map<String, Instant> certificateEnds() {
    return state.certificateEnds();
  }

  /** The proxies that are known; none, unless this Admin leads. Any thread. */
  public ProxyTable proxies() {
    return state.proxies();
  }

  /** How many connections there are. */
  public int connections() {
    return state.connections();
  }

  /** Who has connected and not shaken hands. */
  public Strangers strangers() {
    return state.strangers();
  }

  @Override
  public void close() {
    server.close().awaitUninterruptibly();
    var _ = loop.submit(this::endAll).awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
    stop(loops);
  }

  private void endAll() {
    // What ends now has not gone by itself.
    state.stand(Standing.UNKNOWN);
    List.copyOf(state.peers()).forEach(peer -> peer.close("Admin stops"));
  }

  private static void stop(EventLoopGroup loops) {
    var _ = loops.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
    loops.terminationFuture().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
  }

  private static ServerBootstrap bootstrap(EventLoopGroup loops, FrontState state) {
    return new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .handler(state.strangers())
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, OUTBOUND)
        .childHandler(new Pipeline(state));
  }

  // Nodes come to the same port, and must show one.
  private static TlsContext.Callers callers(FrontSettings settings) {
    return settings.security().mustShow()
        ? TlsContext.Callers.MUST_SHOW
        : TlsContext.Callers.MAY_SHOW;
  }

  /** The pipeline of a connection, in order. */
  private static final class Pipeline extends ChannelInitializer<Channel> {
    private final FrontState state;
    private long lastId;

    private Pipeline(FrontState state) {
      this.state = state;
    }

    @Override
    protected void initChannel(Channel channel) {
      // There is one loop, so nobody else counts.
      lastId++;
      Peer peer = new Peer(lastId, channel, state);
      channel
          .pipeline()
          .addLast("entrance", new Entrance(peer, state))
          .addLast("frames", new FrameDecoder(peer))
          .addLast("handshake", new Handshake(peer, state)) // then: requests, or reports
          .addLast("faults", new Faults(peer));
      FrontSettings settings = state.settings();
      settings.encryption().accept(channel, callers(settings));
    }
  }
}
