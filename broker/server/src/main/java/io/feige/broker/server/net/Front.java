package io.feige.broker.server.net;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.config.NodeConfig;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.tls.Encryption;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The port for clients: bound first, open when the pair serves, and closed in two steps. */
public final class Front {
  private static final int BACKLOG = 4_096;

  private final FrontState state;
  private final NetLoops loops;
  private final Channel server;

  private Front(FrontState state, NetLoops loops, Channel server) {
    this.state = state;
    this.loops = loops;
    this.server = server;
  }

  /**
   * Binds the port. Clients can connect, and wait until {@link #open}.
   *
   * @throws IOException if the port cannot be had
   */
  public static Front bind(
      NodeConfig config,
      String nodeId,
      NetLoops loops,
      NodeMetrics metrics,
      Encryption encryption,
      NodeAccess access)
      throws IOException {
    FrontState state = new FrontState(new FrontSetup(config, nodeId, metrics, encryption, access));
    metrics.answerBytes(state.answers()::used, state.answers()::limit);
    metrics.inboundBytes(state::inboundBytes);
    metrics.strangers("clients", state.strangers());
    NodeConfig.Listen listen = config.listen();
    InetSocketAddress address = new InetSocketAddress(listen.host(), listen.port());
    ChannelFuture bound = bootstrap(loops, state).bind(address).awaitUninterruptibly();
    Throwable cause = bound.cause();
    if (cause != null) {
      throw new IOException(String.valueOf(cause.getMessage()), cause);
    }
    return new Front(state, loops, bound.channel());
  }

  /** The port that was bound. */
  public int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  /**
   * Begins to accept.
   *
   * @param pairs take the requests
   * @param facts what else the node is asked
   */
  public void open(PairFinder pairs, NodeFacts facts) {
    state.serveBy(pairs, facts);
    server.config().setAutoRead(true);
  }

  /** First step of the stop: nobody new, and every new request is refused as SHUTTING_DOWN. */
  public void refuseNew() {
    state.stopping();
    closePort();
  }

  /** Gives the port back; connections stay as they are. */
  public void closePort() {
    server.close().awaitUninterruptibly();
  }

  /** Second step, when all answers have been sent: connections end. Not on an event loop. */
  public void closeConnections(Duration limit) {
    List<ClientConnection> open = List.copyOf(state.open());
    open.forEach(connection -> connection.close("the node stops"));
    long end = System.nanoTime() + limit.toNanos();
    for (ClientConnection connection : open) {
      long left = Math.max(0, end - System.nanoTime());
      connection.ended().awaitUninterruptibly(left, TimeUnit.NANOSECONDS);
    }
  }

  /** How many connections each thread serves that can serve some, by its name. Any thread. */
  public SortedMap<String, Integer> connectionsByThread() {
    SortedMap<String, Integer> counts = new TreeMap<>();
    loops.connectionLoops().forEach(loop -> counts.put(WatchedLoops.threadOf(loop), 0));
    state.open().forEach(each -> counts.merge(WatchedLoops.threadOf(each.loop()), 1, Integer::sum));
    counts.remove("");
    return counts;
  }

  /** Bytes of frames that have arrived in part. */
  public long inboundBytes() {
    return state.inboundBytes();
  }

  /** As if the kernel had refused an accept; for tests, which cannot run it out of descriptors. */
  void failAccept(IOException cause) {
    server.pipeline().fireExceptionCaught(cause);
  }

  private static ServerBootstrap bootstrap(NetLoops loops, FrontState state) {
    int high = Math.min(Outgoing.HIGH_WATER_BYTES, state.setup().limits().maxOutboundBytes());
    return new ServerBootstrap()
        .group(loops.connectionLoops())
        .channel(NetLoops.serverChannel())
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .option(ChannelOption.AUTO_READ, false)
        .handler(new PortPipeline(state.strangers()))
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
        .childOption(
            ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(high / 2, high))
        .childHandler(new FrontPipeline(state));
  }
}
