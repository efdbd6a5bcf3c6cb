package io.feige.admin.front;

import io.feige.access.Admission;
import io.feige.protocol.ProtocolVersion;
import io.feige.protocol.cluster.AccessMark;
import io.feige.protocol.codec.CommandEncoder;
import io.feige.protocol.codec.FrameHeader;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.tls.Encryption;
import io.feige.tls.Strangers;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One socket, of a client or a node. Owns what was agreed with it and the way it ends; on the loop,
 * except {@link #beat}.
 *
 * <p>It ends in three steps, so that the peer sees the last answer even if it is still sending:
 * flush and say that no more comes; drop what arrives until the peer closes; close after a second
 * whatever happens.
 */
final class Peer {
  private static final Logger LOG = LoggerFactory.getLogger(Peer.class);
  private static final int ANSWER_BYTES = 256;
  private static final int BEAT_BYTES = 1_024;
  private static final int LINGER_MILLIS = 1_000;
  private static final int MAX_SOFTWARE_SHOWN = 100;

  private final long id;
  private final Channel channel;
  private final Pace pace;
  private final Strangers strangers;
  private final AtomicInteger lastBeat = new AtomicInteger();
  private volatile int version = ProtocolVersion.MIN;
  private String name;
  private String software = "";
  private int maxBodyBytes;
  private boolean isShaken;
  private boolean isNode;
  private boolean isEnding;
  private int waiting;
  private @Nullable Admission admission;
  private volatile AccessMark held = AccessMark.NONE;
  private volatile @Nullable Instant certificateEnd;

  Peer(long id, Channel channel, FrontState state) {
    this.id = id;
    this.channel = channel;
    this.pace = new Pace(System.nanoTime());
    this.maxBodyBytes =
        Math.min(state.limits().nodeFrameBytes(), FrameHeader.MAX_BODY_BYTES_BEFORE_HANDSHAKE);
    this.strangers = state.strangers();
    this.name = String.valueOf(channel.remoteAddress()).replace("/", "");
  }

  /** Unique in this process, ascending. */
  long id() {
    return id;
  }

  /** Address and software, for logs. */
  String name() {
    return name;
  }

  /** Name and version of its program, as it says, of printable ASCII. */
  String software() {
    return software;
  }

  int version() {
    return version;
  }

  int maxBodyBytes() {
    return maxBodyBytes;
  }

  Pace pace() {
    return pace;
  }

  boolean isShaken() {
    return isShaken;
  }

  boolean isNode() {
    return isNode;
  }

  boolean isEnding() {
    return isEnding;
  }

  boolean isWritable() {
    return channel.isWritable();
  }

  /** How many of its requests for routes wait. */
  int waiting() {
    return waiting;
  }

  void waits(int more) {
    waiting += more;
  }

  /** From which address it comes, without the port. */
  String address() {
    return channel.remoteAddress() instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : name;
  }

  /** A client has shown who it is. */
  void admitted(@Nullable Admission as) {
    admission = as;
  }

  /** What a client may do; null: it has shown nothing, or is a node. */
  @Nullable Admission admission() {
    return admission;
  }

  /** The node has said which table of users it holds. */
  void holds(AccessMark mark) {
    held = mark;
  }

  /** When the certificate expires that it has shown; empty: it has shown none. Any thread. */
  Optional<Instant> certificateEnds() {
    return Optional.ofNullable(certificateEnd);
  }

  /** Which table of users the node holds. Any thread. */
  AccessMark held() {
    return held;
  }

  /** The handshake is complete. */
  void agreed(int agreedVersion, boolean withNode, String program, int newMaxBodyBytes) {
    version = agreedVersion;
    isShaken = true;
    certificateEnd =
        Encryption.shownBy(channel).map(shown -> shown.getNotAfter().toInstant()).orElse(null);
    strangers.known(channel);
    isNode = withNode;
    maxBodyBytes = newMaxBodyBytes;
    software = shown(program);
    name = name + " (" + software + ")";
  }

  void send(int correlationId, Result answer) {
    if (isEnding) {
      return;
    }
    ByteBuf frame = channel.alloc().buffer(ANSWER_BYTES);
    try {
      CommandEncoder.result(version, correlationId, answer, frame);
    } catch (RuntimeException e) {
      frame.release();
      throw e;
    }
    write(frame);
  }

  void refuse(FrameHeader request, Refusal refusal) {
    if (!isEnding) {
      write(refusal(request, refusal));
    }
  }

  /** Says why, then ends. */
  void refuseAndEnd(FrameHeader request, Refusal refusal) {
    if (!isEnding) {
      end(refusal(request, refusal));
    }
  }

  /** Ends in order, without a word. */
  void close(String reason) {
    if (!isEnding) {
      LOG.debug("{} closes: {}", name, reason);
      end(channel.alloc().buffer(0));
    }
  }

  /** Ends at once: nobody is there to hear a word. */
  void abort() {
    isEnding = true;
    var _ = channel.close();
  }

  /**
   * Sends a beat; a peer that does not take what it is sent misses it, which the next one makes
   * good. Any thread.
   */
  void beat(Beat beat) {
    if (!channel.isActive() || !channel.isWritable()) {
      return;
    }
    ByteBuf frame = channel.alloc().buffer(BEAT_BYTES);
    try {
      CommandEncoder.request(version, lastBeat.incrementAndGet(), beat, frame);
    } catch (RuntimeException e) {
      frame.release();
      throw e;
    }
    write(frame);
  }

  private void write(ByteBuf frame) {
    var _ = channel.writeAndFlush(frame, channel.voidPromise());
  }

  private ByteBuf refusal(FrameHeader request, Refusal refusal) {
    ByteBuf frame = channel.alloc().buffer(ANSWER_BYTES);
    CommandEncoder.refusal(request, refusal, frame);
    return frame;
  }

  private void end(ByteBuf lastWord) {
    isEnding = true;
    channel.writeAndFlush(lastWord).addListener((ChannelFutureListener) f -> sayNoMoreComes());
    channel.config().setAutoRead(true);
    var _ = channel.eventLoop().schedule(this::abort, LINGER_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void sayNoMoreComes() {
    if (channel instanceof DuplexChannel socket && channel.isActive()) {
      var _ = socket.shutdownOutput();
    }
  }

  // It stands in log lines, so it must not be able to look like one.
  private static String shown(String software) {
    String printable = software.replaceAll("[^\\x20-\\x7E]", "?");
    return printable.substring(0, Math.min(printable.length(), MAX_SOFTWARE_SHOWN));
  }
}
