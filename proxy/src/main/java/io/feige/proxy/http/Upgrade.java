package io.feige.proxy.http;

import io.feige.proxy.answer.Problem;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshakerFactory;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;

/** From HTTP to WebSocket (RFC 6455, section 4). */
final class Upgrade {
  private Upgrade() {}

  /** Whether a request wants it. */
  static boolean isWanted(HttpRequest head) {
    return head.headers().containsValue(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true);
  }

  /**
   * Shakes hands. On the loop.
   *
   * @param subprotocols what may be spoken over it, separated by commas
   * @param mostBytes of a message
   * @return when it is done
   * @throws Problem the request does not want it, or not so
   */
  static ChannelFuture shake(
      Channel channel, HttpRequest head, String subprotocols, int mostBytes) {
    String version = head.headers().get(HttpHeaderNames.SEC_WEBSOCKET_VERSION, "");
    boolean isKnown = version.equals(WebSocketVersion.V13.toHttpHeaderValue());
    if (!isKnown || !isWanted(head) || !head.method().equals(HttpMethod.GET)) {
      throw Problem.upgradeRequired();
    }
    WebSocketDecoderConfig config =
        WebSocketDecoderConfig.newBuilder()
            .maxFramePayloadLength(mostBytes)
            .closeOnProtocolViolation(false)
            .build();
    WebSocketServerHandshaker handshaker =
        new WebSocketServerHandshakerFactory(head.uri(), subprotocols, config).newHandshaker(head);
    if (handshaker == null) {
      throw Problem.upgradeRequired();
    }
    FullHttpRequest whole =
        new DefaultFullHttpRequest(
            head.protocolVersion(),
            head.method(),
            head.uri(),
            Unpooled.EMPTY_BUFFER,
            head.headers(),
            EmptyHttpHeaders.INSTANCE);
    try {
      return handshaker.handshake(channel, whole, protection(), channel.newPromise());
    } catch (WebSocketHandshakeException e) {
      throw Problem.badRequest(String.valueOf(e.getMessage()));
    }
  }

  private static HttpHeaders protection() {
    HttpHeaders headers = DefaultHttpHeadersFactory.headersFactory().newHeaders();
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    return headers;
  }
}
