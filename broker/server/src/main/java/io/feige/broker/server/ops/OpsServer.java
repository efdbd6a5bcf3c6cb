package io.feige.broker.server.ops;

import io.feige.broker.server.config.NodeConfig;
import io.feige.tls.Encryption;
import io.feige.tls.Strangers;
import io.feige.tls.TlsContext;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Health for probes, metrics for Prometheus and who holds the disk, over HTTP on a port and a
 * thread of their own. Silent connections cannot keep callers out, and expensive requests cannot
 * keep probes out.
 */
public final class OpsServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OpsServer.class);
  private static final int BACKLOG = 512;
  private static final int STRANGERS = 128;

  /** Answers other than those to probes that are made, or not taken yet. */
  private static final int MAX_AT_ONCE = 16;

  private static final int MAX_LINE = 4 << 10;
  private static final int MAX_HEADERS = 16 << 10;
  private static final int MAX_BODY = 8 << 10;
  private static final int STOP_SECONDS = 5;

  private final OpsPages pages;
  private final Strangers strangers =
      new Strangers(STRANGERS, Strangers.Patience.WITH_DIALLERS, _ -> {});
  private final EventLoopGroup loop =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("feige-http", true), NioIoHandler.newFactory());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore places = new Semaphore(MAX_AT_ONCE);
  private final Channel port;

  private OpsServer(NodeConfig config, OpsPages pages, NodeMetrics metrics, Encryption encryption)
      throws IOException {
    this.pages = pages;
    InetSocketAddress at = new InetSocketAddress(config.http().host(), config.http().port());
    TlsContext.Callers callers =
        config.security().mustShow() ? TlsContext.Callers.MUST_SHOW : TlsContext.Callers.MAY_SHOW;
    ChannelFuture bound = bootstrap(encryption, callers).bind(at).awaitUninterruptibly();
    Throwable cause = bound.cause();
    if (cause != null) {
      stop();
      throw new IOException(String.valueOf(cause.getMessage()), cause);
    }
    port = bound.channel();
    metrics.strangers("http", strangers);
  }

  /**
   * Binds the port and serves.
   *
   * @throws IOException if the port cannot be had
   */
  public static OpsServer start(
      NodeConfig config,
      Supplier<HealthReport> health,
      NodeMetrics metrics,
      DiskSource disks,
      Encryption encryption,
      Gate gate)
      throws IOException {
    return new OpsServer(config, new OpsPages(gate, health, metrics, disks), metrics, encryption);
  }

  private ServerBootstrap bootstrap(Encryption encryption, TlsContext.Callers callers) {
    HttpDecoderConfig limits =
        new HttpDecoderConfig().setMaxInitialLineLength(MAX_LINE).setMaxHeaderSize(MAX_HEADERS);
    return new ServerBootstrap()
        .group(loop)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .handler(strangers)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel
                    .pipeline()
                    .addLast(new HttpServerCodec(limits))
                    .addLast(new HttpObjectAggregator(MAX_BODY, true))
                    .addLast(new OpsConnection(OpsServer.this));
                encryption.accept(channel, callers);
              }
            });
  }

  /** The port that was bound. */
  public int port() {
    return ((InetSocketAddress) port.localAddress()).getPort();
  }

  /** A request has come whole, and is answered elsewhere. On the loop. */
  void take(Channel channel, OpsRequest request) {
    strangers.known(channel);
    boolean isProbe = request.isProbe();
    if (!isProbe && !places.tryAcquire()) {
      var _ = OpsConnection.answer(channel, OpsReply.of(503, "too many requests at once"));
      return;
    }
    // Its place is free when the answer has been taken: who reads none holds memory.
    var _ = channel.closeFuture().addListener(_ -> places.release(isProbe ? 0 : 1));
    try {
      threads.execute(() -> {
        var _ = OpsConnection.answer(channel, answer(request));
      });
    } catch (RejectedExecutionException stopped) {
      var _ = channel.close();
    }
  }

  private OpsReply answer(OpsRequest request) {
    try {
      return pages.answer(request);
    } catch (RuntimeException e) {
      LOG.error("{} {} met a fault", LogId.INTERNAL_FAULT, request.path(), e);
      return OpsReply.of(500, "the node met a fault of its own; see its log");
    }
  }

  @Override
  public void close() {
    port.close().awaitUninterruptibly();
    stop();
  }

  private void stop() {
    threads.shutdownNow();
    var _ = loop.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS);
    loop.terminationFuture().awaitUninterruptibly(STOP_SECONDS, TimeUnit.SECONDS);
  }
}
