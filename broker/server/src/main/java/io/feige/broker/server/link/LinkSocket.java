package io.feige.broker.server.link;

import io.feige.broker.server.net.ChannelMove;
import io.feige.broker.server.net.WholeFrames;
import io.feige.broker.server.ops.LogId;
import io.feige.protocol.codec.LinkCodec;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.link.LinkHandshake;
import io.feige.tls.PeerGone;
import io.feige.tls.TlsFault;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket of a link: bytes to frames for its present {@link LinkStage}, and the one way in which
 * it ends. The stage hears of the end from the loop and never from within a call of its own, so
 * that whoever sends is not told in the middle of it. Only on the loop.
 */
final class LinkSocket extends WholeFrames {
  private static final Logger LOG = LoggerFactory.getLogger(LinkSocket.class);
  private static final int HANDSHAKE_BYTES = 128;

  private final Channel channel;
  private LinkStage stage;
  private String peer = "nobody";
  private @Nullable String why;

  LinkSocket(Channel channel, Function<LinkSocket, LinkStage> firstStage) {
    super(LinkCodec.LENGTH_BYTES);
    this.channel = channel;
    this.stage = firstStage.apply(this);
  }

  Channel channel() {
    return channel;
  }

  /** Address of the other side, for logs. */
  String peer() {
    return peer;
  }

  void become(LinkStage next) {
    stage = next;
  }

  void send(LinkHandshake message) {
    ByteBuf frame = channel.alloc().directBuffer(HANDSHAKE_BYTES);
    LinkCodec.encode(message, frame);
    var _ = channel.writeAndFlush(frame, channel.voidPromise());
  }

  /** Goes on on another loop, where the task runs first; what comes meanwhile waits. */
  void moveTo(EventLoop there, Runnable arrived) {
    channel.config().setAutoRead(false);
    ChannelMove.to(
        there,
        channel,
        () -> {
          arrived.run();
          channel.config().setAutoRead(true);
        });
  }

  /** Ends it behind what was sent; the first reason counts. */
  void close(String reason) {
    if (why == null) {
      why = reason;
      stop();
      channel.flush();
      var _ = channel.close();
    }
  }

  /** Ends it if its handshake is not complete. */
  void closeUnlessOpen(String reason) {
    if (!stage.isOpen()) {
      close(reason);
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    // Not channelInactive: a socket that was never connected ends as well.
    var _ = channel.closeFuture().addListener(f -> channel.eventLoop().execute(this::tellClosed));
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    // A socket that is closed does not tell any more.
    peer = String.valueOf(context.channel().remoteAddress()).replace("/", "");
    stage.connected();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    stop();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    stage.writabilityChanged();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!PeerGone.is(cause) && !TlsFault.is(cause)) {
      LOG.error("{} the link with {} met a fault", LogId.INTERNAL_FAULT, peer(), cause);
    }
    close(TlsFault.sentence(cause));
  }

  @Override
  protected void read(int bytes) {
    stage.read(bytes);
  }

  @Override
  protected int bodyBytes(ByteBuf in, int at) {
    int length = in.getInt(at);
    if (length < 1 || length > stage.maxLength()) {
      throw new MalformedFrameException(
          ErrorCode.FRAME_TOO_LARGE,
          "frame of " + Integer.toUnsignedString(length) + " bytes, limit " + stage.maxLength());
    }
    return length;
  }

  @Override
  protected void frame(ByteBuf frame) {
    stage.frame(frame.skipBytes(LinkCodec.LENGTH_BYTES));
  }

  @Override
  protected void malformed(MalformedFrameException cause) {
    close("bytes that are no link: " + cause.sentence());
  }

  private void tellClosed() {
    stage.closed(why == null ? "the other side ended the connection" : why, why == null);
  }
}
