package io.feige.proxy.front;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection so that the other side can read what it was told last. Were the connection
 * closed while something comes that nobody reads, the system would answer that with a reset, and a
 * reset takes from the other side what it has not read yet (RFC 1122, section 4.2.2.13).
 */
public final class LastWord {
  /** One who has the word, and does not close its end, is not waited for. */
  private static final long PATIENCE_SECONDS = 2;

  private LastWord() {}

  /**
   * Says it, and nothing after it. What comes from then on is dropped, until the other side has
   * closed its end. Any thread.
   *
   * @param word goes through the channel's encoders
   */
  public static void say(Channel channel, Object word) {
    var _ = channel.writeAndFlush(word).addListener(said -> end(channel, said));
  }

  private static void end(Channel channel, Future<?> said) {
    if (!said.isSuccess() || !(channel instanceof DuplexChannel duplex)) {
      var _ = channel.close();
      return;
    }
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      channel.pipeline().addFirst(new Dropping());
      var _ = duplex.shutdownOutput();
    } else {
      channel.pipeline().addAfter(channel.pipeline().context(tls).name(), null, new Dropping());
      var _ =
          tls.closeOutbound()
              .addListener(_ -> {
                var _ = duplex.shutdownOutput();
              });
    }
    channel.config().setAutoRead(true);
    Future<?> patience =
        channel
            .eventLoop()
            .schedule(
                () -> {
                  var _ = channel.close();
                },
                PATIENCE_SECONDS,
                TimeUnit.SECONDS);
    var _ = channel.closeFuture().addListener(_ -> patience.cancel(false));
  }

  /** Stands before everything that would look at what comes. */
  private static final class Dropping extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReferenceCountUtil.release(message);
    }
  }
}
