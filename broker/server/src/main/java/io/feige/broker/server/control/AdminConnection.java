package io.feige.broker.server.control;

import io.feige.broker.server.net.HostPort;
import io.feige.broker.server.net.WholeFrames;
import io.feige.broker.server.ops.LogId;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.codec.CommandDecoder;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.ClientKind;
import io.feige.tls.PeerGone;
import io.feige.tls.TlsFault;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to one Admin, from the dial to its end. Only on the loop.
 *
 * <pre>
 * DIALLED   connected: says HELLO         -> GREETING
 * GREETING  WELCOME: reports              -> WELCOMED; a refusal -> ENDED, perhaps with a hint
 * WELCOMED  a BEAT that is obeyed         -> LED
 * any       silence, fault, hang-up, end  -> ENDED, told once
 * </pre>
 */
final class AdminConnection extends WholeFrames {
  static final int MAX_BODY_BYTES = 1 << 20;
  private static final Logger LOG = LoggerFactory.getLogger(AdminConnection.class);
  private static final int FRAME_BYTES = 512;

  private enum Stage {
    DIALLED,
    GREETING,
    WELCOMED,
    LED,
    ENDED
  }

  private final HostPort admin;
  private final AdminLink link;
  private final EventLoop loop;
  private final long silenceNanos;
  private Stage stage = Stage.DIALLED;
  private @Nullable Channel channel;
  private int version = ProtocolVersion.MIN;
  private String adminId = "";
  private long heardAt;
  private long ledSince;

  AdminConnection(HostPort admin, AdminLink link, EventLoop loop, long silenceNanos) {
    super(FrameHeader.BYTES);
    this.admin = admin;
    this.link = link;
    this.loop = loop;
    this.silenceNanos = silenceNanos;
  }

  /** The connection is being made on this channel. */
  void begun(Channel newChannel) {
    channel = newChannel;
    heardAt = System.nanoTime();
    watch(silenceNanos);
  }

  /** Whether it takes reports. */
  boolean isWelcome() {
    return stage == Stage.WELCOMED || stage == Stage.LED;
  }

  /** Whether this Admin has led for a while, so that its end is not one of a quick series. */
  boolean wasLedFor(long nanos) {
    return ledSince != 0 && System.nanoTime() - ledSince >= nanos;
  }

  /** Whether this Admin has led at all. */
  boolean wasLed() {
    return ledSince != 0;
  }

  @Override
  public String toString() {
    return adminId.isEmpty() ? admin.toString() : adminId + " at " + admin;
  }

  /** Sends what answers no request. */
  void tell(Result result) {
    answer(0, result);
  }

  void end(String why) {
    if (stage == Stage.ENDED) {
      return;
    }
    stage = Stage.ENDED;
    stop();
    if (channel != null) {
      var _ = channel.close();
    }
    link.ended(this, why);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    stage = Stage.GREETING;
    Hello hello = link.hello(ClientKind.NODE);
    send(out -> CommandEncoder.request(ProtocolVersion.MIN, 1, hello, out));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    end("it ended the connection");
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!PeerGone.is(cause) && !TlsFault.is(cause)) {
      LOG.error("{} the connection to Admin {} met a fault", LogId.INTERNAL_FAULT, this, cause);
    }
    end(TlsFault.sentence(cause));
  }

  @Override
  protected int bodyBytes(ByteBuf in, int at) {
    FrameHeader header = FrameHeader.read(in.slice(at, FrameHeader.BYTES));
    Refusal refusal = header.refusal(MAX_BODY_BYTES, version);
    if (refusal != null && refusal.code() != ErrorCode.UNKNOWN_COMMAND) {
      throw new MalformedFrameException(refusal.code(), refusal.message());
    }
    return header.length();
  }

  @Override
  protected void frame(ByteBuf frame) {
    FrameHeader header = FrameHeader.read(frame);
    if (header.isAnswer()) {
      takeAnswer(CommandDecoder.answer(header, frame));
    } else if (stage == Stage.GREETING) {
      end("it asked before it answered");
    } else if (header.type() == CommandType.BEAT || header.type() == CommandType.PING) {
      takeRequest(header, CommandDecoder.request(header, frame));
    } else {
      refuse(header, ErrorCode.UNKNOWN_COMMAND, "a node takes BEAT and PING from Admin");
    }
  }

  @Override
  protected void malformed(MalformedFrameException cause) {
    end("it sent what is no frame: " + cause.sentence());
  }

  private void takeAnswer(Answer answer) {
    if (answer instanceof Refusal refusal) {
      link.refused(this, refusal);
      end("it refused: " + refusal.code() + " " + refusal.message());
    } else if (stage == Stage.GREETING && answer instanceof Welcome welcome) {
      greet(welcome);
    } else {
      end("it answered what nobody asked");
    }
  }

  private void greet(Welcome welcome) {
    if (welcome.version() < ProtocolVersion.MIN || welcome.version() > ProtocolVersion.MAX) {
      end("it agreed on version " + welcome.version() + ", which this node does not speak");
    } else {
      version = welcome.version();
      adminId = welcome.nodeId();
      stage = Stage.WELCOMED;
      // Admin learns from it which node this is, and has beats for it from then on.
      link.report(this::tell);
    }
  }

  private void takeRequest(FrameHeader header, Request request) {
    if (request instanceof Ping) {
      answer(header.correlationId(), new Pong());
    } else if (request instanceof Beat beat) {
      beat(header, beat);
    }
  }

  private void beat(FrameHeader header, Beat beat) {
    if (!link.isCurrent(beat)) {
      refuse(header, link.stale());
      end("it leads no more: its epoch " + beat.leaderEpoch() + " is over");
      return;
    }
    heardAt = System.nanoTime();
    if (stage == Stage.WELCOMED) {
      stage = Stage.LED;
      ledSince = heardAt;
      link.led(this, beat.leaderEpoch());
    }
    link.obey(beat, report -> answer(header.correlationId(), report));
  }

  private void answer(int correlationId, Result result) {
    send(out -> CommandEncoder.result(version, correlationId, result, out));
  }

  private void refuse(FrameHeader header, ErrorCode code, String message) {
    refuse(header, Refusal.of(code, message));
  }

  private void refuse(FrameHeader header, Refusal refusal) {
    send(out -> CommandEncoder.refusal(header, refusal, out));
  }

  // An Admin that takes nothing would otherwise be owed more with every beat.
  private void send(Consumer<ByteBuf> encoder) {
    Channel to = channel;
    if (to == null || stage == Stage.ENDED) {
      return;
    }
    if (!to.isWritable()) {
      end("it takes none of its answers");
      return;
    }
    ByteBuf frame = to.alloc().directBuffer(FRAME_BYTES);
    try {
      encoder.accept(frame);
    } catch (RuntimeException e) {
      frame.release();
      throw e;
    }
    to.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
  }

  private void watch(long nanos) {
    var _ = loop.schedule(this::look, nanos, TimeUnit.NANOSECONDS);
  }

  private void look() {
    if (stage != Stage.ENDED) {
      long left = heardAt + silenceNanos - System.nanoTime();
      if (left > 0) {
        watch(left);
      } else {
        end("it was silent for " + TimeUnit.NANOSECONDS.toMillis(silenceNanos) + " ms");
      }
    }
  }
}
