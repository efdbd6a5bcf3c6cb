package io.feige.broker.server.link;

import io.feige.broker.server.net.HostPort;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One dial, from the look-up of the name to the end of the handshake. Once there is a socket, it is
 * the socket whose end tells that the dial failed, whatever the reason. Only on the loop of its
 * listener.
 */
final class DialAttempt extends ChannelInitializer<Channel> {
  private static final long DEADLINE_MILLIS = 5_000;

  private final LinkSetup setup;
  private final ChannelGroup links;
  private final HostPort to;
  private final String peerNode;
  private final String pair;
  private final LinkListener listener;
  private @Nullable LinkSocket socket;

  DialAttempt(
      LinkSetup setup,
      ChannelGroup links,
      HostPort to,
      String peerNode,
      String pair,
      LinkListener listener) {
    this.setup = setup;
    this.links = links;
    this.to = to;
    this.peerNode = peerNode;
    this.pair = pair;
    this.listener = listener;
  }

  @Override
  protected void initChannel(Channel channel) {
    links.add(channel);
    LinkSocket made =
        new LinkSocket(channel, s -> new DiallerHandshake(s, setup, peerNode, pair, listener));
    socket = made;
    channel.pipeline().addLast("link", made);
    setup.encryption().dial(channel, to.host(), to.port());
    var deadline =
        listener
            .loop()
            .schedule(
                () -> made.closeUnlessOpen("no link within " + DEADLINE_MILLIS + " ms"),
                DEADLINE_MILLIS,
                TimeUnit.MILLISECONDS);
    var _ = channel.closeFuture().addListener(f -> deadline.cancel(false));
  }

  /** The connection is made, or cannot be. */
  void connected(@Nullable Throwable cause) {
    if (cause == null) {
      return;
    }
    String why = String.valueOf(cause.getMessage());
    LinkSocket made = socket;
    if (made != null) {
      made.close(why);
    } else {
      // The system gave no socket.
      listener.loop().execute(() -> listener.dialFailed(why));
    }
  }
}
