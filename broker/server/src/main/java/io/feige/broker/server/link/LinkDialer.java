package io.feige.broker.server.link;

import io.feige.broker.server.net.Dialling;
import io.feige.broker.server.net.HostPort;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import java.time.Duration;

/** Opens links to peers whose journals are to be copied. */
public final class LinkDialer implements AutoCloseable {
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

  private final LinkSetup setup;
  private final ChannelGroup links;

  /** Dials for one node. */
  public LinkDialer(LinkSetup setup) {
    this.setup = setup;
    this.links = new DefaultChannelGroup(setup.loop());
  }

  /**
   * Dials once. The listener is told of one outcome, {@code opened} or {@code dialFailed}, within
   * five seconds and not before this returns. Only on the listener's loop.
   *
   * @param peerNode who is expected there, for the session and for logs
   * @param pair whose journal is to be copied
   */
  public void dial(HostPort to, String peerNode, String pair, LinkListener listener) {
    DialAttempt attempt = new DialAttempt(setup, links, to, peerNode, pair, listener);
    // As a task of its own. A link may just have ended while the loop goes through what it was told
    // of its sockets: Netty knows them by the system's number, so the news of the ended one that is
    // still to come would pass for news of a new socket that gets its number now.
    listener.loop().execute(() -> dial(to, listener.loop(), attempt));
  }

  private static void dial(HostPort to, EventLoop loop, DialAttempt attempt) {
    Dialling.from(loop, CONNECT_TIMEOUT)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, LinkOptions.waterMark())
        .option(ChannelOption.RECVBUF_ALLOCATOR, LinkOptions.reads())
        .handler(attempt)
        .connect(to.host(), to.port())
        .addListener(connected -> attempt.connected(connected.cause()));
  }

  /** Ends all links that were dialled, and dials that are under way. Not on an event loop. */
  @Override
  public void close() {
    links.close().awaitUninterruptibly();
  }
}
