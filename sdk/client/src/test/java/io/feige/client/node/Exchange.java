package io.feige.client.node;

import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;

/**
 * A request that came in, and the ways to react to it.
 *
 * @param request what was asked
 * @param header the header it came with
 * @param channel where it came from
 */
public record Exchange(Request request, FrameHeader header, Channel channel) {
  /** It was done. */
  public void answer(Result result) {
    write(encoded(result));
  }

  /** It was not. */
  public void refuse(ErrorCode code, int retryAfterMillis) {
    refuse(new Refusal(code, "scripted", "", retryAfterMillis));
  }

  /** It was not, and here is why. */
  public void refuse(Refusal refusal) {
    ByteBuf out = channel.alloc().buffer();
    CommandEncoder.refusal(header, refusal, out);
    write(out);
  }

  /** The connection ends without an answer. */
  public void cut() {
    ChannelFuture unused = channel.close();
  }

  /** The connection ends in the middle of the answer. */
  public void cutWithin(Result result) {
    ByteBuf frame = encoded(result);
    frame.writerIndex(frame.writerIndex() - 3);
    write(frame);
    cut();
  }

  /** Sends bytes that nobody asked for. */
  public void sendGarbage(byte[] bytes) {
    ByteBuf out = channel.alloc().buffer();
    out.writeBytes(bytes);
    write(out);
  }

  private ByteBuf encoded(Result result) {
    ByteBuf out = channel.alloc().buffer();
    CommandEncoder.result(header.version(), header.correlationId(), result, out);
    return out;
  }

  private void write(ByteBuf out) {
    ChannelFuture unused = channel.writeAndFlush(out);
  }
}
