package io.feige.proxy.front;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * Stands before the decoder and counts what has come of messages that are not whole yet, because
 * the decoder keeps it: it takes room like a body, and has to be whole in time. On the loop, except
 * where it is said.
 */
public final class ArrivingBytes extends ChannelInboundHandlerAdapter {
  private final FrontState state;
  private final Runnable whenFull;
  private int bytes;
  private volatile long sinceNanos;
  private volatile boolean isAny;

  /**
   * None yet.
   *
   * @param whenFull ends the connection
   */
  public ArrivingBytes(FrontState state, Runnable whenFull) {
    this.state = state;
    this.whenFull = whenFull;
  }

  /** Whether a message has begun to come long ago. Any thread. */
  public boolean isSlow(long now) {
    return isAny && now - sinceNanos > state.limits().requestTimeout().toNanos();
  }

  /** It is read again: its time begins anew. */
  public void goesOn() {
    sinceNanos = System.nanoTime();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf part) {
      int more = part.readableBytes();
      if (!state.reserve(more)) {
        ReferenceCountUtil.release(message);
        whenFull.run();
        return;
      }
      bytes += more;
      if (!isAny) {
        sinceNanos = System.nanoTime();
        isAny = true;
      }
    }
    context.fireChannelRead(message);
  }

  /** A whole message has left the decoder. */
  public void hasCome() {
    release(bytes);
  }

  /** So much has left the decoder, and a message that has begun goes on. */
  public void hasCome(int count) {
    release(Math.min(bytes, count));
  }

  private void release(int count) {
    state.release(count);
    bytes -= count;
    isAny = bytes > 0;
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    release(bytes);
    context.fireChannelInactive();
  }
}
