package io.feige.broker.server.net;

import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Bytes to frames. A header is judged before memory is spent on what it announces. A frame that
 * lies whole in what was read is passed on as a slice of it; one that arrives in pieces is
 * collected in a buffer that grows with what has come, not with what was announced.
 *
 * <p>States: reading a header, then a body, or skipping a body that was refused. After a frame
 * whose end cannot be trusted the connection ends, and whatever still comes is dropped.
 */
final class FrameReader extends ChannelInboundHandlerAdapter {
  private static final RateLimitedLog BAD_BYTES =
      RateLimitedLog.of(LoggerFactory.getLogger(FrameReader.class), LogId.BAD_BYTES);
  private static final RateLimitedLog MEMORY_FULL =
      RateLimitedLog.of(LoggerFactory.getLogger(FrameReader.class), LogId.INBOUND_MEMORY_FULL);
  private static final int FIRST_PIECE_BYTES = 4096;
  private static final int BUSY_MILLIS = 100;

  private static final String FULL = "frames that have arrived in part fill limits.maxPendingBytes";

  private final ClientConnection connection;
  private final FrontState state;
  private final int maxBodyBytes;
  private boolean isShaken;
  private InboundMemory memory;

  private @Nullable ByteBuf rest;
  private int restTaken;
  private @Nullable ByteBuf headerPieces;
  private @Nullable FrameHeader header;
  private @Nullable ByteBuf bodyPieces;
  private int taken;
  private int skip;

  FrameReader(ClientConnection connection, FrontState state, int maxBodyBytes) {
    this.connection = connection;
    this.state = state;
    this.memory = state.strangersMemory();
    this.maxBodyBytes = maxBodyBytes;
  }

  /** The handshake is complete: larger frames are taken from now on. */
  void shaken() {
    isShaken = true;
    // Called for a frame that is complete, so nothing is held now.
    memory = state.memory();
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    connection.onResume(() -> takeRest(context));
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    connection.pace().read();
    ByteBuf in = (ByteBuf) message;
    ByteBuf earlier = rest;
    if (earlier == null) {
      take(context, in);
    } else {
      rest = null;
      giveBackRest();
      take(context, joined(context, earlier, in));
    }
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (headerPieces != null) {
      headerPieces.release();
      headerPieces = null;
    }
    if (rest != null) {
      rest.release();
      rest = null;
      giveBackRest();
    }
    dropBody();
  }

  private void takeRest(ChannelHandlerContext context) {
    ByteBuf in = rest;
    if (in != null) {
      rest = null;
      giveBackRest();
      take(context, in);
    }
  }

  // Small requests can have large answers. So a connection that stops taking its answers is held at
  // the next request, and not only at the next read, which may be thousands of requests later.
  private void take(ChannelHandlerContext context, ByteBuf in) {
    boolean isKept = false;
    long now = System.nanoTime();
    try {
      endTurnIfOver(in, now);
      while (in.isReadable() && !connection.isEnding() && !connection.isHeld()) {
        long began = now;
        step(context, in);
        now = System.nanoTime();
        connection.turn().served(began, now);
        endTurnIfOver(in, now);
      }
      connection.pace().inFrame(header != null || headerPieces != null || skip > 0);
      isKept = in.isReadable() && !connection.isEnding() && !context.isRemoved();
    } finally {
      if (isKept) {
        keep(context, in);
      } else {
        in.release();
        connection.turn().letNextGo();
      }
    }
  }

  /** Unless there is no memory for what would wait: then it is better taken now. */
  private void endTurnIfOver(ByteBuf in, long now) {
    boolean isOver = connection.turn().isOver(now);
    if (isOver && !connection.isHeld() && memory.hasRoomFor(in.capacity())) {
      connection.endTurn();
    }
  }

  /** What was read of a connection that is held. It counts as a frame that has arrived in part. */
  private void keep(ChannelHandlerContext context, ByteBuf in) {
    ByteBuf kept = in;
    if (in.capacity() > 2 * in.readableBytes()) {
      kept = context.alloc().directBuffer(in.readableBytes()).writeBytes(in);
      in.release();
    }
    if (memory.take(kept.capacity())) {
      rest = kept;
      restTaken = kept.capacity();
    } else {
      kept.release();
      MEMORY_FULL.warn(connection.peer(), "it is let go: " + FULL);
      connection.abort();
    }
  }

  private void giveBackRest() {
    memory.giveBack(restTaken);
    restTaken = 0;
  }

  // Rare: a read that was under way when the connection was held.
  private static ByteBuf joined(ChannelHandlerContext context, ByteBuf first, ByteBuf second) {
    ByteBuf both = context.alloc().buffer(first.readableBytes() + second.readableBytes());
    try {
      return both.writeBytes(first).writeBytes(second);
    } finally {
      first.release();
      second.release();
    }
  }

  private void step(ChannelHandlerContext context, ByteBuf in) {
    if (skip > 0) {
      int skipped = Math.min(skip, in.readableBytes());
      in.skipBytes(skipped);
      skip -= skipped;
    } else if (header == null) {
      readHeader(context, in);
    } else {
      readBody(context, header, in);
    }
  }

  private void readHeader(ChannelHandlerContext context, ByteBuf in) {
    if (headerPieces == null && in.readableBytes() >= FrameHeader.BYTES) {
      judge(context, FrameHeader.read(in), in);
      return;
    }
    ByteBuf pieces =
        headerPieces == null ? context.alloc().buffer(FrameHeader.BYTES) : headerPieces;
    headerPieces = pieces;
    int missing = FrameHeader.BYTES - pieces.readableBytes();
    pieces.writeBytes(in, Math.min(missing, in.readableBytes()));
    if (pieces.readableBytes() == FrameHeader.BYTES) {
      FrameHeader read = FrameHeader.read(pieces);
      pieces.release();
      headerPieces = null;
      judge(context, read, in);
    }
  }

  private void judge(ChannelHandlerContext context, FrameHeader read, ByteBuf in) {
    int limit =
        isShaken
            ? maxBodyBytes
            : Math.min(maxBodyBytes, FrameHeader.MAX_BODY_BYTES_BEFORE_HANDSHAKE);
    Refusal refusal = read.refusal(limit, connection.version());
    if (refusal == null && !isShaken && !isOfHandshake(read)) {
      refusal =
          Refusal.of(
              ErrorCode.HANDSHAKE_REQUIRED, "the first command must be HELLO, or AUTHENTICATE");
    }
    if (refusal != null) {
      refuse(read, refusal);
    } else {
      header = read;
      // A frame may have no body, and then no byte need follow.
      readBody(context, read, in);
    }
  }

  private static boolean isOfHandshake(FrameHeader read) {
    return read.type() == CommandType.HELLO || read.type() == CommandType.AUTHENTICATE;
  }

  private void refuse(FrameHeader read, Refusal refusal) {
    boolean isFrameKnown =
        refusal.code() == ErrorCode.UNSUPPORTED_VERSION
            || refusal.code() == ErrorCode.UNKNOWN_COMMAND;
    if (isShaken && isFrameKnown) {
      connection.refuse(read, refusal);
      skip = read.length();
    } else {
      BAD_BYTES.warn(connection.peer(), refusal.message());
      connection.refuseAndEnd(read, refusal);
    }
  }

  private void readBody(ChannelHandlerContext context, FrameHeader whole, ByteBuf in) {
    int missing = whole.length() - (bodyPieces == null ? 0 : bodyPieces.readableBytes());
    if (bodyPieces == null && in.readableBytes() >= missing) {
      deliver(context, whole, in.readRetainedSlice(missing));
    } else if (in.isReadable()) {
      collect(context, whole, in, Math.min(missing, in.readableBytes()));
    }
  }

  private void collect(ChannelHandlerContext context, FrameHeader whole, ByteBuf in, int bytes) {
    if (!memory.take(bytes)) {
      refuseForMemory(whole);
      return;
    }
    taken += bytes;
    ByteBuf pieces = bodyPieces;
    if (pieces == null) {
      int first = Math.min(whole.length(), Math.max(bytes, FIRST_PIECE_BYTES));
      pieces = context.alloc().directBuffer(first, whole.length());
      bodyPieces = pieces;
    }
    pieces.writeBytes(in, bytes);
    if (pieces.readableBytes() == whole.length()) {
      bodyPieces = null;
      dropBody();
      deliver(context, whole, pieces);
    }
  }

  private void refuseForMemory(FrameHeader whole) {
    MEMORY_FULL.warn(connection.peer(), FULL);
    skip = whole.length() - (bodyPieces == null ? 0 : bodyPieces.readableBytes());
    dropBody();
    header = null;
    connection.pace().frameEnded();
    connection.refuse(whole, new Refusal(ErrorCode.BUSY, FULL, "", BUSY_MILLIS));
  }

  private void deliver(ChannelHandlerContext context, FrameHeader whole, ByteBuf body) {
    header = null;
    connection.pace().frameEnded();
    context.fireChannelRead(new Frame(whole, body));
  }

  private void dropBody() {
    memory.giveBack(taken);
    taken = 0;
    if (bodyPieces != null) {
      bodyPieces.release();
      bodyPieces = null;
    }
  }
}
