package io.feige.proxy.mqtt;

import io.feige.proxy.front.ArrivingBytes;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.MessageToMessageCodec;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.List;

/**
 * Takes packets out of messages of WebSocket, and puts them into some: MQTT 5.0, section 6. A
 * packet may be in several messages, and a message may have several packets. On the loop.
 */
final class MqttFrames extends MessageToMessageCodec<WebSocketFrame, ByteBuf> {
  /** The least that stands before what a client's frame has: two bytes and the mask. */
  private static final int HEAD_BYTES = 6;

  private static final WebSocketCloseStatus NOT_BINARY = WebSocketCloseStatus.INVALID_MESSAGE_TYPE;

  private static final int SHORT_LENGTH = 125;
  private static final int LONG_LENGTH = 65_535;

  private final ArrivingBytes arriving;

  MqttFrames(ArrivingBytes arriving) {
    super(WebSocketFrame.class, ByteBuf.class);
    this.arriving = arriving;
  }

  @Override
  protected void encode(ChannelHandlerContext context, ByteBuf packet, List<Object> out) {
    out.add(new BinaryWebSocketFrame(packet.retain()));
  }

  @Override
  protected void decode(ChannelHandlerContext context, WebSocketFrame frame, List<Object> out) {
    int bytes = frame.content().readableBytes();
    arriving.hasCome(headBytes(bytes));
    switch (frame) {
      case BinaryWebSocketFrame _, ContinuationWebSocketFrame _ ->
          out.add(frame.content().retain());
      case PingWebSocketFrame _ -> {
        arriving.hasCome(bytes);
        var _ = context.writeAndFlush(new PongWebSocketFrame(frame.content().retain()));
      }
      case PongWebSocketFrame _ -> arriving.hasCome(bytes);
      case CloseWebSocketFrame _ -> {
        var _ = context.close();
      }
      default -> {
        var _ =
            context
                .writeAndFlush(new CloseWebSocketFrame(NOT_BINARY, "MQTT comes in binary messages"))
                .addListener(ChannelFutureListener.CLOSE);
      }
    }
  }

  private static int headBytes(int length) {
    int more = length > LONG_LENGTH ? Long.BYTES : length > SHORT_LENGTH ? Short.BYTES : 0;
    return HEAD_BYTES + more;
  }
}
