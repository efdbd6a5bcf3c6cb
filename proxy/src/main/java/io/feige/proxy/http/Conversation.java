package io.feige.proxy.http;

import io.feige.access.HttpCredentials;
import io.feige.access.TrustedProxies;
import io.feige.client.FeigeException;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.answer.Tunnel;
import io.feige.proxy.call.Query;
import io.feige.proxy.call.Request;
import io.feige.proxy.call.Router;
import io.feige.proxy.caller.Who;
import io.feige.proxy.front.Connected;
import io.feige.proxy.front.FrontState;
import io.feige.proxy.front.LastWord;
import io.feige.proxy.front.Untaken;
import io.feige.proxy.log.ProxyLogId;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection: requests one after the other, each answered on a virtual thread of its own. What
 * a client sends ahead waits in the network. On the connection's loop, except where it is said.
 */
final class Conversation extends ChannelInboundHandlerAdapter implements Connected {
  private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);

  /** What is sent ahead is read, so that it is seen when the caller goes; up to this. */
  private static final int MOST_AHEAD = 64 << 10;

  private final Channel channel;
  private final FrontState state;
  private final FrontSetup setup;
  private final ArrayDeque<Object> ahead = new ArrayDeque<>();
  private String from = "";
  private @Nullable Arriving arriving;
  private volatile @Nullable Exchange exchange;
  private int aheadBytes;
  private boolean isEnding;
  private boolean isSentAway;
  private final Untaken untaken;
  private volatile long dueNanos;

  Conversation(Channel channel, FrontState state, FrontSetup setup) {
    this.setup = setup;
    this.channel = channel;
    this.state = state;
    this.untaken = new Untaken(channel, state.limits().idleTimeout().toNanos());
    this.dueNanos = System.nanoTime() + state.limits().idleTimeout().toNanos();
  }

  @Override
  public void look() {
    if (isSlow()) {
      state.judge(channel, this::isSlow);
    }
  }

  private boolean isSlow() {
    long now = System.nanoTime();
    return untaken.isStuck(now) || (exchange == null && dueNanos - now < 0);
  }

  @Override
  public void sendAway(long millis) {
    var _ = channel.eventLoop().schedule(this::leave, millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void cut() {
    var _ = channel.close();
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    from =
        state.shared(((InetSocketAddress) channel.remoteAddress()).getAddress().getHostAddress());
    if (!state.enter(this, from, setup.listen().trusted().has(from))) {
      refuse(Problem.busy("connect: a limit of connections is reached"));
    } else if (state.isStopping()) {
      leave();
    }
    context.fireChannelActive();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    state.leave(this, from);
    forget();
    Exchange held = exchange;
    if (held != null) {
      held.end();
    }
    ahead.forEach(ReferenceCountUtil::release);
    ahead.clear();
    context.fireChannelInactive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (exchange != null || !ahead.isEmpty()) {
      ahead.add(message);
      aheadBytes += message instanceof HttpContent part ? part.content().readableBytes() : 0;
      if (aheadBytes > MOST_AHEAD) {
        channel.config().setAutoRead(false);
      }
    } else {
      take(message);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    Exchange held = exchange;
    if (held != null) {
      held.writable();
    }
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("the connection from {} ends: {}", from, cause.toString());
    cut();
  }

  private void take(Object message) {
    try {
      if (isEnding) {
        return;
      }
      if (message instanceof HttpRequest head) {
        begin(head);
      }
      if (message instanceof HttpContent part && arriving != null) {
        add(arriving, part);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(HttpRequest head) {
    if (head.decoderResult().isFailure()) {
      refuse(Problem.badRequest("the request is not HTTP, or its head is too long"));
      return;
    }
    int most = state.limits().bodyBytes();
    if (HttpUtil.getContentLength(head, 0L) > most) {
      refuse(Problem.tooLarge(most));
      return;
    }
    arriving = new Arriving(head);
    dueNanos = System.nanoTime() + state.limits().requestTimeout().toNanos();
    if (HttpUtil.is100ContinueExpected(head)) {
      var _ =
          channel.writeAndFlush(
              new DefaultFullHttpResponse(
                  HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
    }
  }

  private void add(Arriving request, HttpContent part) {
    if (part.decoderResult().isFailure()) {
      refuse(Problem.badRequest("the body is not as its head says"));
      return;
    }
    int bytes = part.content().readableBytes();
    if (request.bytes() + bytes > state.limits().bodyBytes()) {
      refuse(Problem.tooLarge(state.limits().bodyBytes()));
    } else if (!state.reserve(bytes)) {
      refuse(Problem.busy("send bodies: limits.memoryBytes is reached"));
    } else {
      request.add(part.content());
      if (part instanceof LastHttpContent) {
        arriving = null;
        dispatch(request);
      }
    }
  }

  private void dispatch(Arriving arrived) {
    HttpRequest head = arrived.head();
    Exchange held = new Exchange(head, arrived.bytes());
    exchange = held;
    dueNanos = System.nanoTime() + Long.MAX_VALUE / 2;
    try {
      Target target = Target.of(head.uri());
      Router.Match match = setup.router().match(target.method(head), target.path());
      held.takes(match.route());
      HttpCredentials shown = HttpCredentials.of(head.headers().get(HttpHeaderNames.AUTHORIZATION));
      if (!target.isHealth()) {
        Origin.check(head, target.isOnlyRead(head), setup.listen());
      }
      Request request =
          new Request(
              match.parts(),
              new Query(target.query()),
              head.headers(),
              arrived.body(),
              new Who(shown, caller(head)),
              held);
      begin(held, match.route().call(), request, head.protocolVersion());
      if (isSentAway) {
        held.leave();
      }
    } catch (Problem problem) {
      bring(held, Answer.of(problem));
    } catch (RuntimeException e) {
      LOG.error("{} {} met a fault", ProxyLogId.INTERNAL_FAULT, held, e);
      bring(held, Answer.of(Problem.internal()));
    }
  }

  /** From where it is asked: an address. */
  private String caller(HttpRequest head) {
    return setup.listen().trusted().caller(from, head.headers().getAll(TrustedProxies.HEADER));
  }

  private void begin(Exchange held, Router.Call call, Request request, HttpVersion version) {
    if (!state.beginRequest()) {
      throw Problem.busy("ask: limits.requests is reached");
    }
    boolean isOld = version.equals(HttpVersion.HTTP_1_0);
    var _ =
        Thread.ofVirtual()
            .name("feige-request")
            .start(() -> {
              try {
                answer(held, call, request, isOld);
              } finally {
                state.endRequest();
              }
            });
  }

  /** On a thread of the request's. */
  private void answer(Exchange held, Router.Call call, Request request, boolean isOld) {
    Answer answer;
    try {
      answer = call.answer(request);
    } catch (Problem problem) {
      answer = Answer.of(problem);
    } catch (FeigeException e) {
      answer = Answer.of(Problem.of(e));
    } catch (RuntimeException | Error e) {
      LOG.error("{} {} met a fault", ProxyLogId.INTERNAL_FAULT, held, e);
      answer = Answer.of(Problem.internal());
    }
    switch (answer) {
      case Answer.Whole whole -> bring(held, whole);
      case Answer.Stream stream -> stream(held, stream, isOld);
      case Socket socket -> become(held, Socket.SUBPROTOCOL, () -> hold(held, socket));
      case Tunnel tunnel -> become(held, tunnel.subprotocols(), () -> hand(held, tunnel));
    }
  }

  /** On a thread of the request's. */
  private void bring(Exchange held, Answer.Whole answer) {
    try {
      channel.eventLoop().execute(() -> finish(held, answer));
    } catch (RejectedExecutionException stopped) {
      answer.wasLost();
    }
  }

  /** On a thread of the request's. */
  private void stream(Exchange held, Answer.Stream stream, boolean isOld) {
    HttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    protect(head.headers());
    head.headers().set(HttpHeaderNames.CONTENT_TYPE, stream.contentType());
    head.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    if (!isOld) {
      HttpUtil.setTransferEncodingChunked(head, true);
    }
    var _ = channel.writeAndFlush(head);
    StreamSink sink = new StreamSink(channel, state, isOld, () -> endStream(held));
    if (!held.streams(sink)) {
      sink.close();
      return;
    }
    try {
      sink.begin(stream.opening());
    } catch (RuntimeException | Error e) {
      LOG.error("{} {} met a fault", ProxyLogId.INTERNAL_FAULT, held, e);
      sink.close();
    }
  }

  private void endStream(Exchange held) {
    held.count(setup.meters(), HttpResponseStatus.OK.code());
    state.release(held.bodyBytes());
  }

  /** On a thread of the request's. */
  private void become(Exchange held, String subprotocols, Runnable next) {
    try {
      channel.eventLoop().execute(() -> upgrade(held, subprotocols, next));
    } catch (RejectedExecutionException stopped) {
      state.release(held.bodyBytes());
    }
  }

  private void upgrade(Exchange held, String subprotocols, Runnable next) {
    int most = state.limits().bodyBytes();
    try {
      if (state.isStopping() || isSentAway) {
        throw Problem.stopping();
      }
      if (held.bodyBytes() > 0) {
        throw Problem.badRequest("a handshake of WebSocket has no body");
      }
      var _ =
          Upgrade.shake(channel, held.head(), subprotocols, most)
              .addListener(shaken -> {
                if (shaken.isSuccess() && channel.isActive()) {
                  next.run();
                } else {
                  cut();
                }
              });
    } catch (Problem problem) {
      finish(held, Answer.of(problem));
    }
  }

  /** The connection is a socket's from now on. */
  private void hold(Exchange held, Socket socket) {
    held.count(setup.meters(), HttpResponseStatus.SWITCHING_PROTOCOLS.code());
    SocketConnection next = new SocketConnection(channel, state, from);
    state.replace(this, next);
    channel
        .pipeline()
        .addBefore(SocketConnection.DECODER, "arriving", next.meter())
        .addLast("socket", next)
        .remove(this);
    ahead.forEach(ReferenceCountUtil::release);
    channel.config().setAutoRead(true);
    next.begin(socket.opening());
    if (state.isStopping()) {
      next.sendAway(0);
    }
  }

  /** The connection is somebody else's from now on. */
  private void hand(Exchange held, Tunnel tunnel) {
    held.count(setup.meters(), HttpResponseStatus.SWITCHING_PROTOCOLS.code());
    tunnel.speaker().speak(channel, state, this, from);
    channel.pipeline().remove(this);
    ahead.forEach(ReferenceCountUtil::release);
    channel.config().setAutoRead(true);
  }

  private void finish(Exchange held, Answer.Whole answer) {
    state.release(held.bodyBytes());
    int bytes = answer.body().length;
    if (!channel.isActive()) {
      exchange = null;
      answer.wasLost();
      return;
    }
    if (!state.reserve(bytes)) {
      answer.wasLost();
      refuse(Problem.busy("be answered: limits.memoryBytes is reached"));
      return;
    }
    held.count(setup.meters(), answer.status());
    boolean goesOn = held.keepsAlive() && !state.isStopping() && !isEnding;
    HttpResponse response = response(answer, goesOn);
    if (goesOn && held.head().protocolVersion().equals(HttpVersion.HTTP_1_0)) {
      response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
    }
    var _ =
        channel
            .writeAndFlush(response)
            .addListener(sent -> {
              state.release(bytes);
              taken(answer, sent.isSuccess(), goesOn);
            });
  }

  /** The answer has left, or never will. The next request is not looked at before. */
  private void taken(Answer.Whole answer, boolean isTaken, boolean goesOn) {
    exchange = null;
    dueNanos = System.nanoTime() + state.limits().idleTimeout().toNanos();
    if (!isTaken) {
      answer.wasLost();
    }
    if (!isTaken) {
      cut();
    } else if (!goesOn || isSentAway) {
      isEnding = true;
      LastWord.say(channel, Unpooled.EMPTY_BUFFER);
    } else {
      channel.eventLoop().execute(this::goOn);
    }
  }

  private void goOn() {
    while (exchange == null && !ahead.isEmpty()) {
      Object next = ahead.remove();
      aheadBytes -= next instanceof HttpContent part ? part.content().readableBytes() : 0;
      take(next);
    }
    if (ahead.isEmpty()) {
      channel.config().setAutoRead(true);
    }
  }

  private static HttpResponse response(Answer.Whole answer, boolean goesOn) {
    DefaultFullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            HttpResponseStatus.valueOf(answer.status()),
            Unpooled.wrappedBuffer(answer.body()));
    HttpHeaders headers = response.headers();
    protect(headers);
    if (!answer.contentType().isEmpty()) {
      headers.set(HttpHeaderNames.CONTENT_TYPE, answer.contentType());
    }
    answer.headers().forEach((name, values) -> headers.set(name, values));
    if (answer.status() != HttpResponseStatus.NO_CONTENT.code()) {
      headers.set(HttpHeaderNames.CONTENT_LENGTH, answer.body().length);
    }
    if (!goesOn) {
      headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    }
    return response;
  }

  private static void protect(HttpHeaders headers) {
    headers.set(HttpHeaderNames.CACHE_CONTROL, "no-store");
    headers.set("x-content-type-options", "nosniff");
  }

  /** Answers what cannot be read on from. */
  private void refuse(Problem problem) {
    forget();
    isEnding = true;
    setup.meters().answered(problem.status(), 0);
    exchange = null;
    LastWord.say(channel, response(Answer.of(problem), false));
  }

  private void forget() {
    if (arriving != null) {
      state.release(arriving.bytes());
      arriving = null;
    }
  }

  private void leave() {
    isSentAway = true;
    Exchange held = exchange;
    if (held != null) {
      held.leave();
    } else if (arriving == null && !isEnding) {
      isEnding = true;
      // Behind what is still on its way out.
      var _ = channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }
  }
}
