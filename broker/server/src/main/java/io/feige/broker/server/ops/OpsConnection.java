package io.feige.broker.server.ops;

import io.feige.tls.CertificateNames;
import io.feige.tls.Encryption;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.netty.util.concurrent.Future;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A connection over which one request comes: it ends with the answer, or after so many seconds. On
 * the loop, but for what says so.
 */
final class OpsConnection extends SimpleChannelInboundHandler<FullHttpRequest> {
  private static final int LIMIT_SECONDS = 20;

  private final OpsServer server;
  private boolean hasAsked;

  OpsConnection(OpsServer server) {
    this.server = server;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    Channel channel = context.channel();
    Future<?> limit =
        channel
            .eventLoop()
            .schedule(
                () -> {
                  var _ = channel.close();
                },
                LIMIT_SECONDS,
                TimeUnit.SECONDS);
    var _ = channel.closeFuture().addListener(_ -> limit.cancel(false));
    context.fireChannelActive();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
    if (hasAsked) {
      return;
    }
    hasAsked = true;
    Channel channel = context.channel();
    if (request.decoderResult().isFailure()) {
      var _ = answer(channel, OpsReply.of(400, "not a request of HTTP, or too long"));
      return;
    }
    try {
      server.take(channel, read(channel, request));
    } catch (IllegalArgumentException wrong) {
      var _ = answer(channel, OpsReply.of(400, "the address is not one: " + wrong.getMessage()));
    }
  }

  private static OpsRequest read(Channel channel, FullHttpRequest request) {
    QueryStringDecoder address = new QueryStringDecoder(request.uri());
    Set<String> certificate =
        Encryption.shownBy(channel).map(CertificateNames::of).orElseGet(Set::of);
    SocketAddress from = channel.remoteAddress();
    return new OpsRequest(
        request.method().name(),
        address.path(),
        address.rawQuery(),
        request.headers().get(HttpHeaderNames.AUTHORIZATION),
        certificate,
        from);
  }

  /** Answers, and ends the connection. Any thread. */
  static Future<?> answer(Channel channel, OpsReply reply) {
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    HttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(reply.status()),
            Unpooled.wrappedBuffer(body));
    HttpHeaders headers = response.headers();
    headers.set(HttpHeaderNames.CONTENT_TYPE, reply.type());
    headers.set(HttpHeaderNames.CONTENT_LENGTH, body.length);
    headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    if (reply.status() == HttpResponseStatus.UNAUTHORIZED.code()) {
      headers.add(HttpHeaderNames.WWW_AUTHENTICATE, "Bearer");
      headers.add(HttpHeaderNames.WWW_AUTHENTICATE, "Basic realm=\"feige\"");
    }
    Future<?> sent = channel.writeAndFlush(response);
    var _ =
        sent.addListener(_ -> {
          var _ = channel.close();
        });
    return sent;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var _ = context.close();
  }
}
