package io.feige.broker.server.net;

import io.feige.access.Admission;
import io.feige.access.AuditEntry;
import io.feige.access.Identity;
import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.model.ConnectedClient;
import io.feige.tls.Strangers;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One socket. Owns what waits to be sent ({@link Outgoing}), the reasons not to read, and the way
 * it ends. Fields that are not final belong to the event loop, unless they are volatile.
 *
 * <p>It ends in three steps, so that the peer sees the last answer even if it is still sending (a
 * socket that is closed with unread bytes is reset, and a reset discards what was sent): flush and
 * say that no more comes; read and drop what arrives until the peer closes; close after a second
 * whatever happens.
 */
final class ClientConnection implements Connection {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);
  private static final int ANSWER_BYTES = 256;
  private static final int LINGER_MILLIS = 1_000;
  private static final int MOVING_MILLIS = 5;

  private final long id;
  private final Channel channel;
  private final Function<EventLoop, PerLoop> rooms;
  private final NodeMetrics metrics;
  private final Holds holds;
  private final int maxOwed;
  private final long hardOutboundBytes;
  private final Pace pace = new Pace();
  private final Guest guest;
  private volatile int version = ProtocolVersion.MIN;
  private volatile String peer;
  private final AnswerMemory answers;
  private final Strangers strangers;
  private final Outgoing outgoing;
  private final AtomicLong onItsWay = new AtomicLong();
  private @Nullable Runnable onWritable;
  private PerLoop room;
  private Turns.Turn turn;
  private boolean flushWaits;
  private volatile boolean isMoving;
  private volatile boolean ending;
  private final NodeAccess access;
  private final HeldRights rights;
  private final MeteredPulls pulls = new MeteredPulls();

  /** Made by the first change; most connections ask for none. */
  private volatile @Nullable OpenChanges changes;

  /**
   * A connection that was accepted.
   *
   * @param rooms what it shares with the others of a loop
   */
  ClientConnection(long id, Channel channel, Function<EventLoop, PerLoop> rooms, FrontState state) {
    FrontSetup setup = state.setup();
    this.id = id;
    this.access = state.access();
    this.rights = new HeldRights(access);
    this.channel = channel;
    this.rooms = rooms;
    this.room = rooms.apply(channel.eventLoop());
    this.turn = room.turns().join("");
    this.metrics = setup.metrics();
    this.holds = new Holds(channel);
    this.peer = String.valueOf(channel.remoteAddress()).replace("/", "");
    this.guest = new Guest(peer);
    // A slow peer is not read, so what it can still be owed is bounded; beyond is a bug.
    this.hardOutboundBytes =
        2L * setup.limits().maxOutboundBytes() + 2L * setup.limits().maxFrameBytes();
    this.maxOwed = setup.limits().maxOutboundBytes();
    this.answers = state.answers();
    this.strangers = state.strangers();
    this.outgoing = new Outgoing(channel, answers, maxOwed, new OwnerOfAnswers());
  }

  private final class OwnerOfAnswers implements Outgoing.Owner {
    @Override
    public void full() {
      hold(Holds.OUTBOUND);
      fuller();
    }

    @Override
    public void fuller() {
      if (outgoing.owed() > hardOutboundBytes) {
        LOG.debug("{} is owed more than it may be", peer);
        abort();
      }
    }

    @Override
    public void relieved() {
      holds.remove(Holds.OUTBOUND);
      runIfWritable();
    }

    @Override
    public void written() {
      flushSoon();
    }

    @Override
    public void waitsForMemory() {
      room.waiters().add(outgoing);
    }

    @Override
    public void broken() {
      LOG.info("{} is let go: what it was being sent is not stored any more", peer);
      abort();
    }
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public String peer() {
    return peer;
  }

  @Override
  public int version() {
    return version;
  }

  @Override
  public boolean isOpen() {
    return channel.isActive();
  }

  @Override
  public boolean isWritable() {
    return outgoing.takesAnswers() && outgoing.owed() + onItsWay.get() <= maxOwed;
  }

  @Override
  public boolean isMemoryShort() {
    return answers.isShort();
  }

  @Override
  public void onWritable(Runnable task) {
    onLoop(() -> {
      onWritable = task;
      runIfWritable();
    });
  }

  @Override
  public void send(int correlationId, Result answer) {
    ByteBuf frame = buffer(ANSWER_BYTES);
    try {
      CommandEncoder.result(version, correlationId, answer, frame);
    } catch (RuntimeException e) {
      frame.release();
      throw e;
    }
    answered(correlationId, AuditEntry.DONE);
    sendEncoded(frame);
  }

  @Override
  public void sendError(int correlationId, CommandType command, Refusal refusal) {
    refuse(FrameHeader.request(0, version, command, correlationId), refusal);
  }

  @Override
  public ByteBuf buffer(int expectedBytes) {
    return channel.alloc().directBuffer(expectedBytes);
  }

  @Override
  public void sendEncoded(ByteBuf wholeFrame) {
    if (ending || !channel.isActive()) {
      wholeFrame.release();
    } else if (loop().inEventLoop()) {
      outgoing.send(wholeFrame);
    } else {
      int bytes = wholeFrame.readableBytes();
      onItsWay.addAndGet(bytes);
      loop()
          .execute(() -> {
            onItsWay.addAndGet(-bytes);
            outgoing.send(wholeFrame);
          });
    }
  }

  @Override
  public void sendLong(LongAnswer answer) {
    if (!ending && channel.isActive()) {
      long bytes = answer.bytes();
      onItsWay.addAndGet(bytes);
      onLoop(() -> {
        onItsWay.addAndGet(-bytes);
        outgoing.send(answer);
      });
    }
  }

  @Override
  public void stopReading() {
    onLoop(() -> hold(Holds.SINK));
  }

  @Override
  public void resumeReading() {
    onLoop(() -> holds.remove(Holds.SINK));
  }

  @Override
  public void close(String reason) {
    onLoop(() -> {
      if (isMoving) {
        var _ = loop().schedule(() -> close(reason), MOVING_MILLIS, TimeUnit.MILLISECONDS);
      } else {
        LOG.debug("{} closes: {}", peer, reason);
        end(null);
      }
    });
  }

  /** Complete when the connection has ended. */
  ChannelFuture ended() {
    return channel.closeFuture();
  }

  EventLoop loop() {
    return channel.eventLoop();
  }

  Pace pace() {
    return pace;
  }

  /** Who is at the other end; null: it has not shaken hands, or ends. Any thread. */
  @Nullable ConnectedClient described() {
    return ending ? null : guest.described(id, bytesToSend());
  }

  /** A request came that is no PING. */
  void asked() {
    guest.asks();
  }

  boolean isHeld() {
    return holds.any();
  }

  Turns.Turn turn() {
    return turn;
  }

  /** It is read again when others of the loop have been. */
  void endTurn() {
    hold(Holds.TURN);
    // It may have moved then.
    turn.await(() -> onLoop(() -> holds.remove(Holds.TURN)));
  }

  private void leaveTurns() {
    room.turns().leave(turn);
    turn = room.turns().join("");
  }

  /** Takes what was read already, when the connection is no longer held. */
  void onResume(Runnable takeRest) {
    holds.onResume(takeRest);
  }

  boolean isEnding() {
    return ending;
  }

  long bytesToSend() {
    return outgoing.owed();
  }

  /** A look from time to time. */
  void look(long now) {
    outgoing.look();
    guest.look();
    pace.look(now, isHeld(), outgoing.waitsForUs() ? 0 : bytesToSend());
  }

  /** What its client may do. */
  HeldRights rights() {
    return rights;
  }

  /** Whether something of it may wait for what it may not have any more. */
  boolean hasLostRights() {
    return pace.isShaken() && rights.hasLostSome();
  }

  /** The requests of it that are charged to somebody when they are answered. */
  MeteredPulls pulls() {
    return pulls;
  }

  /** The handshake is complete. */
  void agreed(int agreedVersion, Hello hello) {
    version = agreedVersion;
    peer = peer + " (" + Guest.shown(hello.software()) + ")";
    Admission shown = rights.known();
    guest.introduced(
        shown == null ? null : shown.identity(),
        hello,
        channel.pipeline().get(SslHandler.class) != null);
    leaveTurns();
    turn = room.turns().join(rights.onlyUser());
    pace.shaken();
    strangers.known(channel);
  }

  /** Refuses a request whose command may be unknown. */
  void refuse(FrameHeader request, Refusal refusal) {
    metrics.refused(refusal.code());
    ByteBuf frame = buffer(ANSWER_BYTES);
    CommandEncoder.refusal(request, refusal, frame);
    answered(request.correlationId(), refusal.code() + ": " + refusal.message());
    sendEncoded(frame);
  }

  /** A change was asked for, by who may make it. Only on the loop. */
  void asksFor(int correlationId, Identity who, Request change) {
    OpenChanges open = changes;
    if (open == null) {
      open = new OpenChanges(access);
      changes = open;
    }
    open.asked(correlationId, who, peer, change);
  }

  /** Whether a change of that id waits for its answer. Only on the loop. */
  boolean awaitsChange(int correlationId) {
    OpenChanges open = changes;
    return open != null && open.isOpen(correlationId);
  }

  @Override
  public void delivers(int correlationId, long bytes) {
    pulls.answered(correlationId, bytes);
  }

  private void answered(int correlationId, String outcome) {
    pulls.answered(correlationId, 0);
    OpenChanges open = changes;
    if (open != null) {
      open.answered(correlationId, outcome);
    }
  }

  /** Says why, then ends the connection. Only on the loop. */
  void refuseAndEnd(FrameHeader request, Refusal refusal) {
    if (ending) {
      return;
    }
    metrics.refused(refusal.code());
    ByteBuf frame = buffer(ANSWER_BYTES);
    CommandEncoder.refusal(request, refusal, frame);
    end(frame);
  }

  /** Ends without a word: nobody is there to hear one. */
  void abort() {
    ending = true;
    var _ = channel.close();
  }

  void writabilityChanged() {
    outgoing.writabilityChanged();
  }

  /** It lives on the channel's loop from now on. */
  void settled() {
    room = rooms.apply(loop());
    turn = room.turns().join(rights.onlyUser());
    room.deadlines().watch(this);
  }

  /** Goes on living on another loop, where it is read again. Only on the loop. */
  void moveTo(EventLoop there) {
    if (!there.inEventLoop() && !ending) {
      isMoving = true;
      hold(Holds.MOVING);
      room.deadlines().forget(this);
      leaveTurns();
      // Once nobody can take it for a stranger any more, and end it from the loop of the port.
      EventLoop here = loop();
      strangers.known(
          channel, () -> here.execute(() -> ChannelMove.to(there, channel, this::moved)));
    }
  }

  private void moved() {
    settled();
    isMoving = false;
    holds.remove(Holds.MOVING);
  }

  /** The channel has been closed. */
  void over() {
    if (!isMoving) {
      room.deadlines().forget(this);
    }
    isMoving = false;
    leaveTurns();
    outgoing.end();
    OpenChanges open = changes;
    if (open != null) {
      open.over();
    }
  }

  void flushNow() {
    flushWaits = false;
    channel.flush();
    outgoing.account();
  }

  private void end(@Nullable ByteBuf lastWord) {
    if (ending) {
      return;
    }
    ending = true;
    outgoing.send(lastWord == null ? buffer(0) : lastWord);
    outgoing.whenSent(_ -> sayNoMoreComes());
    // Reads go on, into the void, until the peer has seen the end.
    holds.clear();
    var _ = loop().schedule(this::abort, LINGER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void sayNoMoreComes() {
    if (channel instanceof DuplexChannel socket && channel.isActive()) {
      var _ = socket.shutdownOutput();
    }
  }

  private void hold(int reason) {
    if (!ending) {
      holds.add(reason);
    }
  }

  private void flushSoon() {
    if (!flushWaits) {
      flushWaits = true;
      room.flushes().add(this);
    }
  }

  private void runIfWritable() {
    Runnable task = onWritable;
    if (task != null && channel.isActive() && isWritable()) {
      onWritable = null;
      task.run();
    }
  }

  private void onLoop(Runnable task) {
    if (loop().inEventLoop()) {
      task.run();
    } else {
      // It may have moved by then.
      loop().execute(() -> onLoop(task));
    }
  }
}
