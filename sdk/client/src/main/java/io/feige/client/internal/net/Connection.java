package io.feige.client.internal.net;

import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.tls.TlsFault;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.collection.IntObjectHashMap;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection to a node: sends requests, brings each answer to who asked. All of it on the loop.
 *
 * <p>Writes leave in one flush: at the end of the read burst that caused them, or behind the tasks
 * that are queued on the loop now. Outstanding requests are bounded by those who send: each
 * producer, consumer and reader has a bound of its own.
 */
public final class Connection extends ChannelInboundHandlerAdapter {
  /** Why it is closed when nobody has said why. */
  static final String HUNG_UP = "the server closed the connection";

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
  private boolean isAbandoned;
  private boolean hasServed;
  private long lastReadNanos = System.nanoTime();
  private long lastWriteNanos = System.nanoTime();
  private long lastServedNanos;
  private Runnable whenFirstServed = () -> {};
  private final Map<AnswerHandler.Matter, Integer> lost = new EnumMap<>(AnswerHandler.Matter.class);

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

  /** What follows is asked for that user; empty: for nobody else. */
  void actingFor(String user) {
    codec.actingFor(user);
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

  /** Whether the request of that correlation id still waits for its answer. */
  public boolean isOutstanding(int correlation) {
    return outstanding.containsKey(correlation);
  }

  /** Whether it is closed. */
  public boolean isClosed() {
    return isClosed;
  }

  /**
   * Tells everything outstanding that it is lost, and ignores what still comes. For a connection
   * that another one has replaced; it is still to be closed.
   */
  public void abandon() {
    isAbandoned = true;
    isClosed = true;
    loseOutstanding();
  }

  /** How many requests about that have been lost with the connection. */
  public int lost(AnswerHandler.Matter matter) {
    return lost.getOrDefault(matter, 0);
  }

  /** Whether a request is outstanding that a node does not keep waiting on purpose. */
  public boolean awaitsAnswers() {
    for (AnswerHandler handler : outstanding.values()) {
      AnswerHandler.Matter matter = handler.matter();
      if (matter != AnswerHandler.Matter.PULL && matter != AnswerHandler.Matter.UPKEEP) {
        return true;
      }
    }
    return false;
  }

  /**
   * When a request was carried out last, as {@link System#nanoTime}; 0 if none was. What the client
   * asks for its own sake does not count, nor do refusals.
   */
  public long lastServedNanos() {
    return lastServedNanos;
  }

  /** Runs a task when the first request has been carried out. */
  public void whenFirstServed(Runnable task) {
    whenFirstServed = task;
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
      hasServed |= handler.matter() != AnswerHandler.Matter.UPKEEP;
      handler.answered((Result) answer);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    isReading = false;
    lastReadNanos = System.nanoTime();
    if (hasServed) {
      served();
    }
    if (mustFlush) {
      flush();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (TlsFault.is(cause)) {
      close(TlsFault.sentence(cause));
      return;
    }
    boolean isSaid = cause instanceof FrameReader.FrameLimitException;
    String kind = isSaid ? "" : cause.getClass().getSimpleName() + ": ";
    close(kind + cause.getMessage());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    isClosed = true;
    loseOutstanding();
    String why = closedBecause.isEmpty() ? HUNG_UP : closedBecause;
    owner.closed(this, why);
  }

  private void served() {
    hasServed = false;
    boolean isFirst = lastServedNanos == 0;
    lastServedNanos = lastReadNanos;
    if (isFirst) {
      whenFirstServed.run();
    }
  }

  private void loseOutstanding() {
    List<AnswerHandler> all = new ArrayList<>(outstanding.values());
    outstanding.clear();
    for (AnswerHandler handler : all) {
      lost.merge(handler.matter(), 1, Integer::sum);
      handler.lost();
    }
  }

  private void aboutTheConnection(int correlation, @Nullable Answer answer) {
    if (isAbandoned) {
      return; // Whoever asked has asked somebody else meanwhile.
    }
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
