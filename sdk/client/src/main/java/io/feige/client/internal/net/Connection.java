package io.feige.client.internal.net;

import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a node: sends requests, brings each answer to who asked. All of it on the loop.
 *
 * <p>Writes leave in one flush: at the end of the read burst that caused them, or behind the tasks
 * that are queued on the loop now. Outstanding requests are bounded by those who send: each
 * producer, consumer and reader has a bound of its own.
 */
public final class Connection extends ChannelInboundHandlerAdapter {
  /** Correlation id of an error that speaks about the connection instead of a request. */
  private static final int NO_REQUEST = 0;

  /** Who made the connection. */
  interface Owner {
    /** It can be written to. */
    void opened(Connection connection);

    /** It is gone; everything outstanding has been told. */
    void closed(Connection connection, String why);
  }

  private final Channel channel;
  private final FrameReader reader;
  private final Owner owner;
  private final WireCodec codec = new WireCodec();
  private final IntObjectHashMap<AnswerHandler> outstanding = new IntObjectHashMap<>();
  private int lastCorrelation;
  private int maxFrameBytes = WireCodec.MAX_HANDSHAKE_BYTES;
  private int maxBatchBytes = WireCodec.MAX_HANDSHAKE_BYTES;
  private boolean isReading;
  private boolean mustFlush;
  private boolean isFlushQueued;
  private boolean isClosed;
  private String closedBecause = "";
  private long lastReadNanos = System.nanoTime();
  private long lastWriteNanos = System.nanoTime();

  Connection(Channel channel, FrameReader reader, Owner owner) {
    this.channel = channel;
    this.reader = reader;
    this.owner = owner;
  }

  /** What the handshake agreed on. */
  void agreed(int version, int frameBytes, int batchBytes) {
    codec.version(version);
    maxFrameBytes = frameBytes;
    maxBatchBytes = batchBytes;
    // Answers carry frames of the journal, which are a little longer than the batches in them.
    reader.limit(Math.max(frameBytes, WireCodec.DEFAULT_FRAME_BYTES) + WireCodec.SLACK_BYTES);
  }

  /** The largest batch that the node takes. */
  public int maxBatchBytes() {
    return maxBatchBytes;
  }

  /** The largest frame that the node takes. */
  public int maxFrameBytes() {
    return maxFrameBytes;
  }

  /** Who is at the other end, for messages. */
  public String peer() {
    return String.valueOf(channel.remoteAddress());
  }

  /**
   * Sends a request.
   *
   * @return the correlation id, by which a pull can be cancelled
   */
  public int send(Request request, AnswerHandler handler) {
    if (isClosed) {
      handler.lost();
      return NO_REQUEST;
    }
    int correlation = nextCorrelation();
    ByteBuf frame = codec.encode(channel.alloc(), correlation, request);
    outstanding.put(correlation, handler);
    lastWriteNanos = System.nanoTime();
    ChannelFuture unused = channel.write(frame, channel.voidPromise());
    flushSoon();
    return correlation;
  }

  /** Whether it is closed. */
  public boolean isClosed() {
    return isClosed;
  }

  /** Ends the connection. Outstanding requests are lost. */
  public void close(String reason) {
    if (closedBecause.isEmpty()) {
      closedBecause = reason;
    }
    ChannelFuture unused = channel.close();
  }

  long lastReadNanos() {
    return lastReadNanos;
  }

  long lastWriteNanos() {
    return lastWriteNanos;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    owner.opened(this);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    isReading = true;
    ByteBuf frame = (ByteBuf) message;
    int correlation = frame.getInt(WireCodec.CORRELATION_AT);
    Answer answer = codec.decode(frame);
    AnswerHandler handler = outstanding.remove(correlation);
    if (handler == null) {
      aboutTheConnection(correlation, answer);
    } else if (answer instanceof Refusal refusal) {
      handler.refused(refusal);
    } else {
      handler.answered((Result) answer);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    isReading = false;
    lastReadNanos = System.nanoTime();
    if (mustFlush) {
      flush();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    close(cause.getClass().getSimpleName() + ": " + cause.getMessage());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    isClosed = true;
    List<AnswerHandler> lost = new ArrayList<>(outstanding.values());
    outstanding.clear();
    for (AnswerHandler handler : lost) {
      handler.lost();
    }
    String why = closedBecause.isEmpty() ? "the server closed the connection" : closedBecause;
    owner.closed(this, why);
  }

  private void aboutTheConnection(int correlation, @Nullable Answer answer) {
    if (correlation == NO_REQUEST && answer instanceof Refusal refusal) {
      closedBecause = refusal.code() + ": " + refusal.message();
    } else {
      close("an answer to request " + correlation + ", which was not asked");
    }
  }

  private int nextCorrelation() {
    do {
      lastCorrelation = lastCorrelation == Integer.MAX_VALUE ? 1 : lastCorrelation + 1;
    } while (outstanding.containsKey(lastCorrelation));
    return lastCorrelation;
  }

  private void flushSoon() {
    mustFlush = true;
    if (!isReading && !isFlushQueued) {
      isFlushQueued = true;
      channel.eventLoop().execute(this::flushQueued);
    }
  }

  private void flushQueued() {
    isFlushQueued = false;
    if (mustFlush) {
      flush();
    }
  }

  private void flush() {
    mustFlush = false;
    channel.flush();
  }
}
