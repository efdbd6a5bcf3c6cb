package io.feige.broker.server.link;

import io.feige.broker.server.ops.LinkMeter;
import io.feige.protocol.codec.LinkCodec;
import io.feige.protocol.link.LinkMessage;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/**
 * A link after its handshake. Owns what waits to be sent and who is told of what comes. Only on the
 * loop.
 *
 * <p>The listener is told of the end at most once, and of nothing after it, nor after its own
 * hang-up. All calls begin in the loop, never in a call of the listener's.
 */
final class OpenLink implements LinkStage, LinkSession {
  /** Above this much waiting to be sent, {@link #canSend} says no. */
  static final int HIGH_WATER_BYTES = 8 << 20;

  /** Below this much it says yes again. */
  static final int LOW_WATER_BYTES = 4 << 20;

  // Whoever respects canSend stays below: beyond there is a sender that does not.
  private static final long MOST_WAITING_BYTES = HIGH_WATER_BYTES + 2L * LinkCodec.MAX_LENGTH;
  private static final int SMALL_FRAME_BYTES = 256;

  private final LinkSocket socket;
  private final Channel channel;
  private final String peerNode;
  private final String pair;
  private final LinkListener listener;
  private final LinkMeter meter;
  private final long id;
  private boolean isDialled;
  private boolean isOver;
  private boolean isFlushQueued;
  private boolean wasFull;

  OpenLink(
      LinkSocket socket, LinkSetup setup, String peerNode, String pair, LinkListener listener) {
    this.socket = socket;
    this.channel = socket.channel();
    this.peerNode = peerNode;
    this.pair = pair;
    this.listener = listener;
    this.meter = setup.metrics().link(pair, peerNode);
    this.id = setup.nextId();
  }

  /** Opens it for its listener. */
  void begin(boolean isOurs) {
    isDialled = isOurs;
    socket.become(this);
    listener.opened(this);
  }

  /** Ends it in favour of another one. */
  void replaced(String why) {
    end(why);
    socket.close(why);
  }

  LinkSocket socket() {
    return socket;
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public String peerNode() {
    return peerNode;
  }

  @Override
  public String pair() {
    return pair;
  }

  @Override
  public boolean isDialled() {
    return isDialled;
  }

  @Override
  public boolean canSend() {
    boolean canSend = channel.isWritable();
    wasFull |= !canSend;
    return canSend;
  }

  @Override
  public void send(LinkMessage message) {
    if (isOver || !channel.isActive()) {
      return;
    }
    ByteBuf frame = channel.alloc().directBuffer(expectedBytes(message));
    try {
      LinkCodec.encode(message, frame);
    } catch (RuntimeException e) {
      frame.release();
      throw e;
    }
    meter.sent(frame.readableBytes());
    var _ = channel.write(frame, channel.voidPromise());
    if (channel.isWritable()) {
      flushSoon();
    } else {
      relieve();
    }
  }

  @Override
  public void hangUp(String why) {
    isOver = true;
    socket.close(why);
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public int maxLength() {
    return LinkCodec.MAX_LENGTH;
  }

  @Override
  public void read(int bytes) {
    meter.received(bytes);
  }

  @Override
  public void frame(ByteBuf rest) {
    listener.received(this, LinkCodec.decode(rest));
  }

  // As a task of its own: the change may come in the middle of a flush, and so of a send.
  @Override
  public void writabilityChanged() {
    if (!channel.isWritable()) {
      wasFull = true;
    } else if (wasFull) {
      channel.eventLoop().execute(this::tellWritable);
    }
  }

  @Override
  public void closed(String why, boolean isByPeer) {
    end(why);
  }

  @Override
  public String toString() {
    return "link " + id + " of " + pair + (isDialled ? " to " : " from ") + peerNode;
  }

  private void end(String why) {
    if (!isOver) {
      isOver = true;
      listener.closed(this, why);
    }
  }

  private void tellWritable() {
    if (wasFull && !isOver && channel.isWritable()) {
      wasFull = false;
      listener.writable(this);
    }
  }

  private void flushSoon() {
    if (!isFlushQueued) {
      isFlushQueued = true;
      channel.eventLoop().execute(this::flush);
    }
  }

  private void flush() {
    isFlushQueued = false;
    channel.flush();
  }

  // Much waits: the socket gets what it takes now, and not at the turn's end.
  private void relieve() {
    channel.flush();
    var outbound = channel.unsafe().outboundBuffer();
    if (outbound != null && outbound.totalPendingWriteBytes() > MOST_WAITING_BYTES) {
      socket.close("it takes too little of what it is sent");
    }
  }

  private static int expectedBytes(LinkMessage message) {
    int bulk = message.bulkBytes();
    return bulk == 0 ? SMALL_FRAME_BYTES : LinkCodec.LENGTH_BYTES + LinkCodec.COPY_OVERHEAD + bulk;
  }
}
