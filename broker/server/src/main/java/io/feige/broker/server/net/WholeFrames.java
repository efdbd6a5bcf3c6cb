package io.feige.broker.server.net;

import io.feige.protocol.error.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Bytes to whole frames, for connections between nodes and with Admin. A header is judged before
 * memory is spent on what it announces. A frame that lies whole in what was read is passed on as a
 * slice of it; one that arrives in pieces is collected in a buffer that grows with what has come,
 * not with what was announced, and at most doubles, so that each byte is copied a few times at most
 * however large the frame is.
 *
 * <p>After the first frame that cannot be understood, or after {@link #stop}, everything that still
 * comes is dropped. Only on the channel's loop.
 */
public abstract class WholeFrames extends ChannelInboundHandlerAdapter {
  private static final int FIRST_PIECE_BYTES = 4_096;

  private final int headerBytes;
  private @Nullable ByteBuf pieces;
  private int missing;
  private boolean isHeaderJudged;
  private boolean isStopped;

  /**
   * Frames that begin with a header.
   *
   * @param headerBytes length of each header
   */
  protected WholeFrames(int headerBytes) {
    this.headerBytes = headerBytes;
  }

  /**
   * How many bytes follow a header.
   *
   * @param in holds a header at {@code at}; its indices stay as they are
   * @throws MalformedFrameException if they are not to be taken
   */
  protected abstract int bodyBytes(ByteBuf in, int at);

  /**
   * A frame has come.
   *
   * @param frame header and body; valid during the call
   * @throws MalformedFrameException if it cannot be understood
   */
  protected abstract void frame(ByteBuf frame);

  /** Something came that cannot be understood; nothing more is taken. */
  protected abstract void malformed(MalformedFrameException cause);

  /** Bytes were read; called before their frames. */
  protected void read(int bytes) {}

  /** Takes nothing more. */
  protected final void stop() {
    isStopped = true;
    drop();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf in = (ByteBuf) message;
    try {
      read(in.readableBytes());
      while (in.isReadable() && !isStopped) {
        step(context, in);
      }
    } catch (MalformedFrameException e) {
      stop();
      malformed(e);
    } finally {
      in.release();
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    stop();
  }

  private void step(ChannelHandlerContext context, ByteBuf in) {
    ByteBuf begun = pieces;
    if (begun == null) {
      begin(context, in);
    } else {
      take(begun, in);
      if (missing == 0 && !isHeaderJudged) {
        isHeaderJudged = true;
        missing = bodyBytes(begun, begun.readerIndex());
      }
      if (missing == 0) {
        pieces = null;
        deliver(begun);
      }
    }
  }

  private void begin(ChannelHandlerContext context, ByteBuf in) {
    int whole = headerBytes;
    isHeaderJudged = in.readableBytes() >= headerBytes;
    if (isHeaderJudged) {
      whole += bodyBytes(in, in.readerIndex());
    }
    if (isHeaderJudged && in.readableBytes() >= whole) {
      frame(in.readSlice(whole));
    } else {
      missing = whole;
      ByteBuf begun = context.alloc().directBuffer(FIRST_PIECE_BYTES);
      pieces = begun;
      take(begun, in);
    }
  }

  private void take(ByteBuf begun, ByteBuf in) {
    int bytes = Math.min(missing, in.readableBytes());
    if (bytes > begun.writableBytes()) {
      int least = begun.readableBytes() + bytes;
      int most = begun.readableBytes() + missing;
      begun.capacity(Math.min(most, Math.max(least, 2 * begun.capacity())));
    }
    begun.writeBytes(in, bytes);
    missing -= bytes;
  }

  private void deliver(ByteBuf whole) {
    try {
      frame(whole);
    } finally {
      whole.release();
    }
  }

  private void drop() {
    ByteBuf begun = pieces;
    pieces = null;
    if (begun != null) {
      begun.release();
    }
  }
}
