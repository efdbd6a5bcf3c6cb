package io.feige.proxy.http;

import io.feige.protocol.model.ProxySession;
import io.feige.proxy.answer.Answer;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.front.Ahead;
import io.feige.proxy.front.ArrivingBytes;
import io.feige.proxy.front.Connected;
import io.feige.proxy.front.FrontState;
import io.feige.proxy.front.LastWord;
import io.feige.proxy.front.OpenSession;
import io.feige.proxy.front.Reading;
import io.feige.proxy.front.Taking;
import io.feige.proxy.front.Untaken;
import io.feige.proxy.log.ProxyLogId;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.CorruptedFrameException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that speaks WebSocket (RFC 6455). What comes is taken one by one, on a virtual
 * thread that is there only while there is something to take; what a client sends ahead beyond a
 * little waits in the network, and so does all while it does not take its answers.
 */
final class SocketConnection extends ChannelInboundHandlerAdapter
    implements Connected, OpenSession, Socket.Peer, Ahead.Taker<byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(SocketConnection.class);

  /** The least that stands before the payload of a client's frame: two bytes and the mask. */
  private static final int HEAD_BYTES = 6;

  /** What Netty calls the decoder of frames. */
  static final String DECODER = "wsdecoder";

  private static final int BEATS_IN_LIMIT = 4;
  private static final byte[] BEAT = "{\"event\":\"beat\"}".getBytes(StandardCharsets.UTF_8);

  private static final String FULL = "limits.memoryBytes is reached";

  private final Channel channel;
  private final FrontState state;
  private final String from;
  private final long id;
  private final long limitNanos;
  private final long beatNanos;
  private final Untaken untaken;
  private final ArrivingBytes arriving;
  private final Taking taking;
  private final Ahead<byte[]> ahead;
  private final Reading reading;
  private volatile boolean isClosing;
  private final long begunNanos = System.nanoTime();
  private volatile Socket.@Nullable Listener listener;
  private long beatenNanos = begunNanos;

  SocketConnection(Channel channel, FrontState state, String from) {
    this.channel = channel;
    this.state = state;
    this.from = from;
    this.id = state.nextSession();
    this.limitNanos = state.limits().idleTimeout().toNanos();
    this.beatNanos = limitNanos / BEATS_IN_LIMIT;
    this.untaken = new Untaken(channel, limitNanos);
    this.taking = new Taking(channel);
    this.arriving =
        new ArrivingBytes(state, () -> close(WebSocketCloseStatus.TRY_AGAIN_LATER.code(), FULL));
    this.ahead = new Ahead<>(this);
    this.reading = new Reading(channel, arriving, () -> !ahead.isTooMuch());
  }

  /** It speaks WebSocket from now on. On the loop. */
  void begin(Socket.Opening opening) {
    listener = opening.open(this);
  }

  @Override
  public void look() {
    long now = System.nanoTime();
    if (isSlow()) {
      state.judge(channel, this::isSlow);
    } else if (isStrangerFor(now - begunNanos)) {
      close(WebSocketCloseStatus.POLICY_VIOLATION.code(), "log in first");
    } else if (now - beatenNanos > beatNanos && untaken.isNothing()) {
      // A page cannot see a ping, and what answers a ping is the browser.
      beatenNanos = now;
      var _ = channel.write(new PingWebSocketFrame());
      answer(BEAT);
    }
  }

  private boolean isStrangerFor(long nanos) {
    Socket.Listener begun = listener;
    return nanos > state.limits().requestTimeout().toNanos() && begun != null && begun.isStranger();
  }

  private boolean isSlow() {
    long now = System.nanoTime();
    return reading.isLate(now, limitNanos) || untaken.isStuck(now);
  }

  @Override
  public void sendAway(long millis) {
    var _ =
        channel
            .eventLoop()
            .schedule(
                () -> {
                  Socket.Listener begun = listener;
                  if (begun != null) {
                    begun.leave();
                  } else {
                    cut();
                  }
                },
                millis,
                TimeUnit.MILLISECONDS);
  }

  @Override
  public void cut() {
    var _ = channel.close();
  }

  @Override
  public Optional<OpenSession> session() {
    return listener == null || isClosing ? Optional.empty() : Optional.of(this);
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public ProxySession describe() {
    Socket.Listener begun = listener;
    Socket.Seen seen = begun == null ? new Socket.Seen("", 0, 0) : begun.seen();
    long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
    return new ProxySession(
        id,
        OpenSession.cut(from),
        OpenSession.cut(seen.user()),
        Math.max(0, System.currentTimeMillis() - age),
        seen.subscriptions(),
        seen.behind(),
        untaken.owedBytes());
  }

  @Override
  public boolean notice(String text) {
    Socket.Listener begun = listener;
    if (begun == null || begun.isStranger()) {
      return false;
    }
    begun.notice(text);
    return true;
  }

  @Override
  public void disconnect() {
    close(WebSocketCloseStatus.POLICY_VIOLATION.code(), "an operator has ended this session");
  }

  /** What stands before the decoder of frames. */
  ChannelHandler meter() {
    return arriving;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    reading.heard();
    try {
      if (isClosing) {
        return;
      }
      if (message instanceof TextWebSocketFrame part && !part.isFinalFragment()) {
        gather(context, part);
        return;
      }
      if (message instanceof WebSocketFrame frame) {
        hasCome(frame);
      }
      switch (message) {
        case TextWebSocketFrame text -> came(text.content());
        case PingWebSocketFrame ping -> {
          var _ = channel.writeAndFlush(new PongWebSocketFrame(ping.content().retain()));
        }
        case PongWebSocketFrame _ -> {
          // It is alive.
        }
        case CloseWebSocketFrame _ -> close(WebSocketCloseStatus.NORMAL_CLOSURE.code(), "");
        case WebSocketFrame _ ->
            close(WebSocketCloseStatus.INVALID_MESSAGE_TYPE.code(), "text is wanted");
        default -> cut();
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
    reading.pace();
  }

  /** Joins messages that come in parts, from the first one on. Most clients never send one. */
  private void gather(ChannelHandlerContext context, TextWebSocketFrame first) {
    context
        .pipeline()
        .addBefore(
            context.name(), "whole", new WebSocketFrameAggregator(state.limits().bodyBytes()));
    context.pipeline().context(DECODER).fireChannelRead(first.retain());
  }

  /** A whole message, or a sign that somebody is there. */
  private void hasCome(WebSocketFrame frame) {
    if (frame instanceof PingWebSocketFrame || frame instanceof PongWebSocketFrame) {
      arriving.hasCome(HEAD_BYTES + frame.content().readableBytes());
    } else {
      arriving.hasCome();
    }
  }

  private void came(ByteBuf content) {
    if (!ByteBufUtil.isText(content, StandardCharsets.UTF_8)) {
      close(WebSocketCloseStatus.INVALID_PAYLOAD_DATA.code(), "the text is not UTF-8");
      return;
    }
    int bytes = content.readableBytes();
    if (!state.reserve(bytes)) {
      close(WebSocketCloseStatus.TRY_AGAIN_LATER.code(), FULL);
      return;
    }
    byte[] text = new byte[bytes];
    content.readBytes(text);
    ahead.add(text, bytes);
  }

  @Override
  public void tookAll() {
    reading.paceSoon();
  }

  @Override
  public void take(byte[] text) {
    try {
      Socket.Listener begun = listener;
      if (begun != null && channel.isActive() && !isClosing) {
        begun.take(text);
      }
    } catch (RuntimeException | Error e) {
      LOG.error("{} a session met a fault", ProxyLogId.INTERNAL_FAULT, e);
      cut();
    } finally {
      state.release(text.length);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    taking.changed();
    reading.pace();
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    state.leave(this, from);
    taking.end();
    Socket.Listener begun = listener;
    if (begun != null) {
      begun.gone();
    }
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    switch (cause) {
      case CorruptedWebSocketFrameException wrong ->
          close(wrong.closeStatus().code(), wrong.closeStatus().reasonText());
      case TooLongFrameException _ ->
          close(
              WebSocketCloseStatus.MESSAGE_TOO_BIG.code(),
              "a message may have " + state.limits().bodyBytes() + " bytes");
      case CorruptedFrameException _ ->
          close(WebSocketCloseStatus.PROTOCOL_ERROR.code(), "the frame is not of RFC 6455");
      default -> {
        LOG.debug("the connection from {} ends: {}", from, cause.toString());
        cut();
      }
    }
  }

  @Override
  public boolean isTaking() {
    return channel.isWritable();
  }

  @Override
  public Duration beat() {
    return Duration.ofNanos(beatNanos);
  }

  @Override
  public Executor lane() {
    return channel.eventLoop();
  }

  @Override
  public void tell(byte[] text, Runnable lost) throws InterruptedException {
    awaitTaking();
    send(text, lost);
  }

  @Override
  public void awaitTaking() throws InterruptedException {
    taking.await();
  }

  @Override
  public void answer(byte[] text) {
    send(text, Answer.NOTHING);
  }

  @Override
  public boolean offer(byte[] frame) {
    if (isClosing || !state.reserve(frame.length)) {
      return false;
    }
    // The encoder leaves alone what is written already.
    release(channel.write(Unpooled.wrappedBuffer(frame)), frame.length, Answer.NOTHING);
    return true;
  }

  @Override
  public void flush() {
    var _ = channel.flush();
  }

  private void send(byte[] text, Runnable lost) {
    if (isClosing) {
      lost.run();
    } else if (!state.reserve(text.length)) {
      lost.run();
      close(WebSocketCloseStatus.TRY_AGAIN_LATER.code(), FULL);
    } else {
      TextWebSocketFrame frame = new TextWebSocketFrame(Unpooled.wrappedBuffer(text));
      release(channel.writeAndFlush(frame), text.length, lost);
    }
  }

  /** Gives back the room of what was written, as soon as it has left. */
  private void release(ChannelFuture written, int bytes, Runnable lost) {
    var _ =
        written.addListener(sent -> {
          state.release(bytes);
          if (!sent.isSuccess()) {
            lost.run();
          }
        });
  }

  @Override
  public boolean begin() {
    return state.beginRequest();
  }

  @Override
  public void end() {
    state.endRequest();
  }

  @Override
  public void close(int status, String reason) {
    if (beginClosing()) {
      taking.end();
      reading.end();
      LastWord.say(channel, new CloseWebSocketFrame(status, reason));
    }
  }

  private synchronized boolean beginClosing() {
    boolean isFirst = !isClosing;
    isClosing = true;
    return isFirst;
  }
}
