package io.feige.client.internal.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the stream into frames. Each frame goes on as one heap buffer of its exact size, header
 * included: what is delivered lives on as views of it and is collected with them, so nobody has to
 * count references.
 *
 * <p>A length above the limit ends the connection before memory is spent on it.
 */
final class FrameReader extends ChannelInboundHandlerAdapter {
  static final int HEADER_BYTES = 12;

  private static final byte TLS_ALERT = 0x15;
  private static final byte TLS_MAJOR = 0x03;

  private final byte[] header = new byte[HEADER_BYTES];
  private int headerBytes;
  private byte @Nullable [] frame;
  private int frameBytes;
  private int maxFrameBytes;

  FrameReader(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** The handshake agreed on another limit. */
  void limit(int bytes) {
    maxFrameBytes = bytes;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      while (in.isReadable() && context.channel().isOpen()) {
        take(context, in);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void take(ChannelHandlerContext context, ByteBuf in) {
    byte[] current = frame;
    if (current == null) {
      int bytes = Math.min(HEADER_BYTES - headerBytes, in.readableBytes());
      in.readBytes(header, headerBytes, bytes);
      headerBytes += bytes;
      if (headerBytes < HEADER_BYTES) {
        return;
      }
      current = begin();
    }
    int bytes = Math.min(current.length - frameBytes, in.readableBytes());
    in.readBytes(current, frameBytes, bytes);
    frameBytes += bytes;
    if (frameBytes == current.length) {
      frame = null;
      headerBytes = 0;
      context.fireChannelRead(Unpooled.wrappedBuffer(current));
    }
  }

  private byte[] begin() {
    int length =
        (header[0] & 0xFF) << 24
            | (header[1] & 0xFF) << 16
            | (header[2] & 0xFF) << 8
            | (header[3] & 0xFF);
    if (length < 0 || length > maxFrameBytes) {
      throw new FrameLimitException(whatItIs(length));
    }
    byte[] begun = new byte[HEADER_BYTES + length];
    System.arraycopy(header, 0, begun, 0, HEADER_BYTES);
    frame = begun;
    frameBytes = HEADER_BYTES;
    return begun;
  }

  /** What is at the other end, if its first bytes are no frame of ours. */
  private String whatItIs(int length) {
    if (maxFrameBytes > WireCodec.MAX_HANDSHAKE_BYTES) {
      return "a frame of " + Integer.toUnsignedString(length) + " bytes, limit " + maxFrameBytes;
    }
    String begin = new String(header, StandardCharsets.ISO_8859_1);
    String guess =
        begin.startsWith("HTTP") || begin.startsWith("<")
            ? "; it looks like HTTP"
            : begin.startsWith("SSH-")
                ? "; it looks like SSH"
                : header[0] == TLS_ALERT && header[1] == TLS_MAJOR ? "; it looks like TLS" : "";
    return "what answers there does not speak Feige's protocol" + guess;
  }

  /** The other side does not keep to the limits. */
  static final class FrameLimitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FrameLimitException(String what) {
      super(what, null, false, false);
    }
  }
}
