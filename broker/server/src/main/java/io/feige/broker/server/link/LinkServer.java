package io.feige.broker.server.link;

import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.NetLoops;
import io.feige.broker.server.net.PortPipeline;
import io.feige.tls.TlsContext;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * The port for peers, which dial in order to copy a journal. Whoever does not know the cluster's
 * secret learns nothing here but that there is a port, and changes nothing.
 */
public final class LinkServer implements AutoCloseable {
  private static final int BACKLOG = 256;

  private final Channel port;
  private final ChannelGroup links;
  private final Entrants entrants;
  private final AcceptedLinks accepted;

  private LinkServer(Channel port, ChannelGroup links, Entrants entrants, AcceptedLinks accepted) {
    this.port = port;
    this.links = links;
    this.entrants = entrants;
    this.accepted = accepted;
  }

  /**
   * Binds the port and accepts. Not on an event loop.
   *
   * @throws IOException if the port cannot be had
   */
  public static LinkServer bind(LinkSetup setup, HostPort listen, LinkAcceptor acceptor)
      throws IOException {
    ChannelGroup links = new DefaultChannelGroup(setup.loop());
    Entrants entrants = new Entrants(setup.loop());
    AcceptedLinks accepted = new AcceptedLinks();
    ChannelInitializer<Channel> each =
        new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            links.add(channel);
            LinkSocket socket =
                new LinkSocket(
                    channel, s -> new AcceptorHandshake(s, setup, acceptor, accepted, entrants));
            channel.pipeline().addLast("link", socket);
            setup.encryption().accept(channel, TlsContext.Callers.MUST_SHOW);
          }
        };
    ChannelFuture bound =
        bootstrap(setup, entrants, each)
            .bind(new InetSocketAddress(listen.host(), listen.port()))
            .awaitUninterruptibly();
    Throwable cause = bound.cause();
    if (cause != null) {
      throw new IOException(String.valueOf(cause.getMessage()), cause);
    }
    setup.metrics().strangers("links", entrants.strangers());
    return new LinkServer(bound.channel(), links, entrants, accepted);
  }

  /** The port that was bound. */
  public int port() {
    return ((InetSocketAddress) port.localAddress()).getPort();
  }

  /** Gives the port back and ends all links that peers have dialled. Not on an event loop. */
  @Override
  public void close() {
    port.close().awaitUninterruptibly();
    links.close().awaitUninterruptibly();
  }

  /** How many have connected and proved nothing yet. Only on the loop. */
  int entrants() {
    return entrants.count();
  }

  /** How many links are open. */
  int open() {
    return accepted.count();
  }

  private static ServerBootstrap bootstrap(
      LinkSetup setup, Entrants entrants, ChannelInitializer<Channel> each) {
    return new ServerBootstrap()
        .group(setup.loop())
        .channel(NetLoops.serverChannel())
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        .option(ChannelOption.SO_REUSEADDR, true)
        .handler(new PortPipeline(entrants.strangers()))
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.SO_KEEPALIVE, true)
        .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, LinkOptions.waterMark())
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, LinkOptions.reads())
        .childHandler(each);
  }
}
