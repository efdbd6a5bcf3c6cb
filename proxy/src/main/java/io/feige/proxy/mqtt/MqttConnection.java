package io.feige.proxy.mqtt;

import io.feige.protocol.model.ProxySession;
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
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttConnectReturnCode;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageBuilders;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import io.netty.handler.codec.mqtt.MqttUnacceptableProtocolVersionException;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection that speaks MQTT. What comes is taken one by one, on a virtual thread that is there
 * only while there is something to take; what a client sends ahead beyond a little waits in the
 * network, and so does all while it does not take what it is told.
 */
final class MqttConnection extends ChannelInboundHandlerAdapter
    implements Connected, OpenSession, Ahead.Taker<Runnable> {
  private static final Logger LOG = LoggerFactory.getLogger(MqttConnection.class);

  /** What a packet without a body counts. */
  private static final int HEAD_BYTES = 64;

  private final Channel channel;
  private final FrontState state;
  private final Object lastWord;
  private final MqttSessions sessions;
  private final Untaken untaken;
  private final Taking taking;
  private final ArrivingBytes arriving;
  private final PacketFramer framer;
  private final Ahead<Runnable> ahead = new Ahead<>(this);
  private final Reading reading;
  private final long begunNanos = System.nanoTime();
  private final long id;
  private String from = "";
  private volatile @Nullable MqttSession session;
  private final AtomicBoolean isClosing = new AtomicBoolean();
  private final AtomicBoolean hasLeft = new AtomicBoolean();
  private volatile boolean isConnecting;
  private volatile long patienceNanos;

  /**
   * Nothing has come yet.
   *
   * @param lastWord what the transport says at the end
   */
  MqttConnection(Channel channel, FrontState state, MqttSessions sessions, Object lastWord) {
    this.channel = channel;
    this.lastWord = lastWord;
    this.state = state;
    this.id = state.nextSession();
    this.sessions = sessions;
    this.untaken = new Untaken(channel, state.limits().idleTimeout().toNanos());
    this.taking = new Taking(channel);
    this.framer = new PacketFramer(sessions.mostBytes());
    this.arriving = new ArrivingBytes(state, () -> end(Reasons.QUOTA));
    this.reading = new Reading(channel, arriving, this::mayCome);
    this.patienceNanos = state.limits().requestTimeout().toNanos();
  }

  /** What stands before the decoder. */
  ArrivingBytes meter() {
    return arriving;
  }

  /** What stands between that and the decoder. */
  PacketFramer framer() {
    return framer;
  }

  /** Whether the client is there, as far as is known, and is to stay. */
  boolean isOpen() {
    return channel.isActive() && !isClosing.get();
  }

  /** The address of the client. */
  String from() {
    return from;
  }

  /** After so long without a word it is over; 0: never. */
  void awaits(long nanos) {
    reading.heard();
    patienceNanos = nanos == 0 ? Long.MAX_VALUE : nanos;
  }

  @Override
  public void look() {
    if (isSlow()) {
      state.judge(
          channel,
          () -> {
            boolean isLate = reading.isLate(System.nanoTime(), patienceNanos);
            if (isLate) {
              tell(Reasons.KEEP_ALIVE);
            }
            return isLate || isSlow();
          });
    }
  }

  private boolean isSlow() {
    long now = System.nanoTime();
    return reading.isLate(now, patienceNanos) || untaken.isStuck(now);
  }

  @Override
  public void sendAway(long millis) {
    var _ =
        channel
            .eventLoop()
            .schedule(() -> ahead.add(this::endAnswered, 0), millis, TimeUnit.MILLISECONDS);
  }

  /** Behind what has come, and when that is answered. */
  private void endAnswered() {
    MqttSession present = session;
    if (present != null) {
      present.awaitAnswered();
    }
    end(sessions.elsewhere().isEmpty() ? Reasons.SHUTTING_DOWN : Reasons.USE_ANOTHER_SERVER);
  }

  @Override
  public void cut() {
    var _ = channel.close();
  }

  @Override
  public Optional<OpenSession> session() {
    return session == null || isClosing.get() ? Optional.empty() : Optional.of(this);
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public ProxySession describe() {
    MqttSession present = session;
    long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begunNanos);
    return new ProxySession(
        id,
        OpenSession.cut(from),
        OpenSession.cut(present == null ? "" : present.user()),
        Math.max(0, System.currentTimeMillis() - age),
        present == null ? 0 : present.subscriptions(),
        0,
        untaken.owedBytes());
  }

  /** The protocol has no word for it. */
  @Override
  public boolean notice(String text) {
    return false;
  }

  @Override
  public void disconnect() {
    end(Reasons.ADMINISTRATIVE);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    from = ((InetSocketAddress) channel.remoteAddress()).getAddress().getHostAddress();
    if (!state.enter(this, from, sessions.isOfMany(from)) || state.isStopping()) {
      cut();
    }
    context.fireChannelActive();
  }

  /** It goes on where another protocol has begun. On the loop. */
  void follow(Connected before, String address) {
    from = address;
    state.replace(before, this);
    if (state.isStopping()) {
      sendAway(0);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    state.leave(this, from);
    left();
    context.fireChannelInactive();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    taking.changed();
    reading.pace();
    context.fireChannelWritabilityChanged();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    LOG.debug("the connection from {} ends: {}", from, cause.toString());
    if (cause instanceof DecoderException) {
      end(cause instanceof TooLongFrameException ? Reasons.TOO_LARGE : Reasons.MALFORMED);
    } else {
      cut();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object read) {
    reading.heard();
    arriving.hasCome(framer.taken());
    arriving.goesOn();
    try {
      if (isClosing.get()) {
        return;
      }
      if (!(read instanceof MqttMessage message) || message.decoderResult().isFailure()) {
        wrong(read instanceof MqttMessage message ? message.decoderResult().cause() : null);
      } else if (message.fixedHeader().messageType() == MqttMessageType.PINGREQ
          && session != null) {
        send(MqttMessage.PINGRESP);
      } else {
        came(message);
      }
    } finally {
      ReferenceCountUtil.release(read);
    }
    reading.pace();
  }

  private boolean mayCome() {
    return !isConnecting && !ahead.isTooMuch();
  }

  @Override
  public void take(Runnable step) {
    step.run();
  }

  @Override
  public void tookAll() {
    reading.paceSoon();
  }

  /**
   * Nothing more is told, and the session ends behind what has come: a goodbye may be among it. Any
   * thread.
   */
  private void left() {
    if (hasLeft.compareAndSet(false, true)) {
      taking.end();
      MqttSession present = session;
      if (present != null) {
        present.deliverNoMore();
      }
      ahead.add(this::leave, 0);
    }
  }

  private void leave() {
    MqttSession present = session;
    if (present != null) {
      present.gone();
    }
  }

  private void came(MqttMessage message) {
    byte[] body = {};
    if (message instanceof MqttPublishMessage publish) {
      body = new byte[publish.payload().readableBytes()];
      publish.payload().readBytes(body);
    }
    if (message instanceof MqttConnectMessage) {
      isConnecting = true;
    }
    int bytes = HEAD_BYTES + message.fixedHeader().remainingLength();
    if (state.reserve(bytes)) {
      Packet packet = new Packet(message, body, bytes);
      ahead.add(() -> take(packet), bytes);
    } else {
      end(Reasons.QUOTA);
    }
  }

  private void take(Packet packet) {
    try {
      if (!isClosing.get()) {
        MqttSession present = session;
        if (present != null) {
          present.take(packet);
        } else if (packet.message() instanceof MqttConnectMessage connect) {
          begin(connect);
        } else {
          cut();
        }
      }
    } catch (RuntimeException | Error e) {
      LOG.error("{} a session of MQTT met a fault", ProxyLogId.INTERNAL_FAULT, e);
      end(Reasons.UNSPECIFIED);
    } finally {
      state.release(packet.bytes());
    }
  }

  private void begin(MqttConnectMessage connect) {
    MqttSession begun = new MqttSession(sessions, this, Greeting.of(connect));
    if (begun.begin(connect)) {
      session = begun;
      if (!isOpen()) {
        begun.deliverNoMore();
      }
    }
    isConnecting = false;
  }

  /** What cannot be read. */
  private void wrong(@Nullable Throwable cause) {
    if (session == null && cause instanceof MqttUnacceptableProtocolVersionException) {
      refuse(
          MqttMessageBuilders.connAck()
              .returnCode(MqttConnectReturnCode.CONNECTION_REFUSED_UNSUPPORTED_PROTOCOL_VERSION)
              .build());
    } else {
      end(cause instanceof TooLongFrameException ? Reasons.TOO_LARGE : Reasons.MALFORMED);
    }
  }

  /** Tells without waiting: what was asked for. Any thread. */
  void send(MqttMessage message) {
    write(message, () -> {});
  }

  /**
   * Writes on the connection's loop, where it is known whether the last word was said: behind a
   * DISCONNECT nothing may be sent (MQTT 5.0, section 3.14.4).
   *
   * @param then is run when it is written, or will not be
   */
  private void write(MqttMessage message, Runnable then) {
    if (!channel.eventLoop().inEventLoop()) {
      try {
        channel.eventLoop().execute(() -> write(message, then));
      } catch (RejectedExecutionException over) {
        drop(message, then);
      }
    } else if (isClosing.get()) {
      drop(message, then);
    } else {
      var _ =
          channel
              .writeAndFlush(message)
              .addListener(sent -> {
                then.run();
                sent(sent);
              });
    }
  }

  private static void drop(MqttMessage message, Runnable then) {
    ReferenceCountUtil.release(message);
    then.run();
  }

  /** What cannot be written would be waited for in vain. */
  private void sent(Future<? super Void> sent) {
    if (!sent.isSuccess() && isOpen()) {
      LOG.debug("the connection from {} ends: {}", from, String.valueOf(sent.cause()));
      cut();
    }
  }

  /**
   * Tells, and waits before that while what was told is not taken. Any thread but a loop.
   *
   * @param bytes about so many
   * @throws InterruptedException the client has gone
   */
  void tell(MqttMessage message, int bytes) throws InterruptedException {
    taking.await();
    if (!state.reserve(bytes)) {
      end(Reasons.QUOTA);
      throw new InterruptedException("there is no room for what it is told");
    }
    write(message, () -> state.release(bytes));
  }

  /** Lets it not in. Any thread. */
  void refuse(MqttMessage answer) {
    if (isClosing.compareAndSet(false, true)) {
      var _ = channel.write(answer);
      close();
    } else {
      ReferenceCountUtil.release(answer);
    }
  }

  /** Ends it for a reason, which is told where the protocol has words for it. Any thread. */
  void end(byte reason) {
    // Two that end it at a time do not come between the word and the end.
    if (isClosing.compareAndSet(false, true)) {
      tell(reason);
      close();
    }
  }

  private void close() {
    left();
    reading.end();
    LastWord.say(channel, lastWord);
  }

  private void tell(byte reason) {
    MqttSession present = session;
    if (present != null && present.isFive()) {
      boolean isSentAway = reason == Reasons.USE_ANOTHER_SERVER;
      var _ =
          channel.writeAndFlush(Replies.goodbye(reason, isSentAway ? sessions.elsewhere() : ""));
    }
  }
}
