package io.feige.admin.front;

import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Bytes to frames. A header is judged before anything of its body is waited for; what has come of a
 * body takes memory, what was announced does not. After a frame whose end cannot be trusted the
 * connection ends, and whatever still comes is dropped.
 */
final class FrameDecoder extends ByteToMessageDecoder {
  private static final RateLimitedLog BAD_BYTES =
      RateLimitedLog.of(LoggerFactory.getLogger(FrameDecoder.class), AdminLogId.BAD_BYTES);

  private final Peer peer;
  private @Nullable FrameHeader header;
  private int skip;

  FrameDecoder(Peer peer) {
    this.peer = peer;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    peer.pace().read();
    if (peer.isEnding()) {
      in.skipBytes(in.readableBytes());
      return;
    }
    step(in, out);
    peer.pace().inFrame(header != null || skip > 0 || in.isReadable());
  }

  private void step(ByteBuf in, List<Object> out) {
    if (skip > 0) {
      int skipped = Math.min(skip, in.readableBytes());
      in.skipBytes(skipped);
      skip -= skipped;
      return;
    }
    FrameHeader current = header;
    if (current == null) {
      if (in.readableBytes() < FrameHeader.BYTES) {
        return;
      }
      current = FrameHeader.read(in);
      Refusal refusal = judge(current);
      if (refusal != null) {
        refuse(current, refusal);
        return;
      }
      header = current;
    }
    if (in.readableBytes() >= current.length()) {
      header = null;
      peer.pace().frameEnded();
      out.add(new Frame(current, in.readRetainedSlice(current.length())));
    }
  }

  private @Nullable Refusal judge(FrameHeader read) {
    Refusal refusal = read.refusal(peer.maxBodyBytes(), peer.version());
    if (refusal == null && !peer.isShaken() && !isOfHandshake(read)) {
      return Refusal.of(
          ErrorCode.HANDSHAKE_REQUIRED, "the first command must be HELLO, or AUTHENTICATE");
    }
    return refusal;
  }

  private static boolean isOfHandshake(FrameHeader read) {
    return read.type() == CommandType.HELLO || read.type() == CommandType.AUTHENTICATE;
  }

  private void refuse(FrameHeader read, Refusal refusal) {
    boolean isEndKnown =
        refusal.code() == ErrorCode.UNSUPPORTED_VERSION
            || refusal.code() == ErrorCode.UNKNOWN_COMMAND;
    if (peer.isShaken() && isEndKnown) {
      peer.refuse(read, refusal);
      skip = read.length();
    } else {
      BAD_BYTES.warn(peer.name(), refusal.message());
      peer.refuseAndEnd(read, refusal);
    }
  }
}
