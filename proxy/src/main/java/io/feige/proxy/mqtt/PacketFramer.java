package io.feige.proxy.mqtt;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import java.util.List;

/**
 * Passes whole packets on. How long one is, is said in its first five bytes: what is too long, or
 * comes before CONNECT, is not waited for, and what its {@link Grammar} refuses ends it. On the
 * loop.
 */
final class PacketFramer extends ByteToMessageDecoder {
  private static final int CONNECT = 1;
  private static final int PUBLISH = 3;

  /** Of a packet that brings no message; a will is a part of CONNECT. */
  private static final int MOST_OTHER = 64 << 10;

  private static final int MOST_LENGTH_BYTES = 4;

  private final int mostBytes;
  private final Grammar grammar = new Grammar();
  private boolean hasConnected;
  private int passed;
  private boolean isOver;

  /**
   * Nothing yet.
   *
   * @param mostBytes of a message that is published
   */
  PacketFramer(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The packet that was passed has left the decoder: so many bytes. On the loop. */
  int taken() {
    int bytes = passed;
    passed = 0;
    return bytes;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (isOver) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (passed > 0) {
      // The decoder would go through it again with everything that comes.
      throw wrong(new CorruptedFrameException("a packet is shorter than what it has"));
    }
    int start = in.readerIndex();
    int type = in.getUnsignedByte(start) >> 4;
    if (!hasConnected && type != CONNECT) {
      throw wrong(new CorruptedFrameException("packet " + type + " before CONNECT"));
    }
    int length = 0;
    for (int i = 1; i <= MOST_LENGTH_BYTES; i++) {
      if (in.readableBytes() <= i) {
        return;
      }
      int part = in.getUnsignedByte(start + i);
      length |= (part & 0x7F) << (7 * (i - 1));
      if ((part & 0x80) == 0) {
        pass(in, type, length, 1 + i, out);
        return;
      }
    }
    throw wrong(new CorruptedFrameException("the length of packet " + type + " has no end"));
  }

  private void pass(ByteBuf in, int type, int length, int head, List<Object> out) {
    int most = type == PUBLISH ? mostBytes : Math.min(MOST_OTHER, mostBytes);
    if (length > most) {
      throw wrong(new TooLongFrameException("packet " + type + " has " + length + " bytes"));
    }
    if (in.readableBytes() >= head + length) {
      int start = in.readerIndex();
      String problem = grammar.problem(in.getUnsignedByte(start), in.slice(start + head, length));
      if (problem != null) {
        throw wrong(new CorruptedFrameException(problem));
      }
      hasConnected = true;
      passed = head + length;
      out.add(in.readRetainedSlice(head + length));
    }
  }

  private RuntimeException wrong(RuntimeException why) {
    isOver = true;
    return why;
  }
}
