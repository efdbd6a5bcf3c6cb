package io.feige.broker.server.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * What a connection is owed, and the memory that it takes. Short answers go to the channel as they
 * are; a {@link LongAnswer} is made piece by piece as the socket takes it, and what comes after it
 * waits here, so that frames do not mix. Only on the loop, apart from {@link #owed} and {@link
 * #takesAnswers}.
 *
 * <p>Invariant after every call: the {@link AnswerMemory} knows what lies here and in the channel's
 * own queue.
 */
final class Outgoing {
  /** Above this much in the channel's own queue no piece is added. */
  static final int HIGH_WATER_BYTES = 2 * AnswerMemory.PIECE_BYTES;

  /** A connection may hold so much however short memory is. */
  private static final int LITTLE_BYTES = 4 << 10;

  /** Who has to know how it stands. */
  interface Owner {
    /** More is owed than may be; nothing more should be taken from the peer. */
    void full();

    /** And still more is owed, as answers to what was asked before. */
    void fuller();

    /** That is over. */
    void relieved();

    /** Something was written to the channel and has to be flushed by the end of the turn. */
    void written();

    /** Memory has to be waited for; {@link #memoryMayBeThere} is called now and then. */
    void waitsForMemory();

    /** The frame under way cannot be completed. */
    void broken();
  }

  private sealed interface Waiting {}

  private record Whole(ByteBuf frame) implements Waiting {}

  private record Piecewise(LongAnswer answer) implements Waiting {}

  private final Channel channel;
  private final AnswerMemory memory;
  private final Owner owner;
  private final int maxOwed;
  private final ChannelFutureListener taken = _ -> taken();
  private final ArrayDeque<Waiting> queue = new ArrayDeque<>();
  private long leftOfFirst;
  private long queuedBytes;
  private long queuedHeld;
  private long counted;
  private boolean isFull;
  private boolean isFilling;
  private boolean isPumping;
  private boolean pumpIsQueued;
  private boolean waitsForMemory;
  private boolean hasEnded;
  private @Nullable ChannelFutureListener finished;
  private volatile long owed;
  private volatile boolean takesAnswers = true;

  Outgoing(Channel channel, AnswerMemory memory, int maxOwed, Owner owner) {
    this.channel = channel;
    this.memory = memory;
    this.maxOwed = maxOwed;
    this.owner = owner;
  }

  /** Bytes of answers that the socket has not taken yet. Any thread. */
  long owed() {
    return owed;
  }

  /** Whether less is owed than may be. Any thread. */
  boolean takesAnswers() {
    return takesAnswers;
  }

  /** Sends a frame, and releases it in every case. */
  void send(ByteBuf frame) {
    if (hasEnded) {
      frame.release();
    } else if (queue.isEmpty()) {
      var _ = channel.write(frame, channel.voidPromise());
      added();
    } else {
      queuedBytes += frame.readableBytes();
      queuedHeld += frame.readableBytes();
      queue.add(new Whole(frame));
      added();
    }
  }

  /** Sends a frame that is made on the way. */
  void send(LongAnswer answer) {
    if (!hasEnded) {
      if (queue.isEmpty()) {
        leftOfFirst = answer.bytes();
      }
      queuedBytes += answer.bytes();
      queuedHeld += answer.heldBytes();
      queue.add(new Piecewise(answer));
      pump();
      added();
    }
  }

  /** Tells when everything that was sent before has left, or never will. */
  void whenSent(ChannelFutureListener then) {
    finished = then;
    pump();
  }

  /** The channel takes more, or does not any more. */
  void writabilityChanged() {
    account();
    if (channel.isWritable()) {
      pumpSoon();
    }
    relieve();
  }

  /** Brings the books up to date: the socket may have taken something. */
  void account() {
    long pending = pending();
    long held = queuedHeld + pending;
    memory.add(held - counted);
    counted = held;
    owed = queuedBytes + pending;
    takesAnswers = owed <= maxOwed && !memory.isOver(held, LITTLE_BYTES);
  }

  /** A look from time to time, for what no event tells. */
  void look() {
    account();
    relieve();
  }

  /** Whether the next piece is for us to make: that it does not move is not the peer's fault. */
  boolean waitsForUs() {
    return waitsForMemory || isFilling;
  }

  void memoryMayBeThere() {
    waitsForMemory = false;
    pump();
  }

  /** The channel has been closed. */
  void end() {
    hasEnded = true;
    for (Waiting waiting : queue) {
      if (waiting instanceof Whole(ByteBuf frame)) {
        frame.release();
      }
    }
    queue.clear();
    queuedBytes = 0;
    queuedHeld = 0;
    memory.add(-counted);
    counted = 0;
    owed = 0;
  }

  private void added() {
    account();
    if (takesAnswers) {
      owner.written();
    } else {
      channel.flush();
      account();
      if (!takesAnswers) {
        boolean wasFull = isFull;
        isFull = true;
        if (wasFull) {
          owner.fuller();
        } else {
          owner.full();
          tellWhenTaken();
        }
      }
    }
  }

  private void relieve() {
    boolean hasRoom = owed <= maxOwed / 2 && takesAnswers;
    if (isFull && hasRoom) {
      isFull = false;
      owner.relieved();
    }
  }

  /** Fires when all that the channel has now has left it. */
  private void tellWhenTaken() {
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(taken);
  }

  private void taken() {
    if (!hasEnded) {
      account();
      relieve();
      if (!queue.isEmpty()) {
        pumpSoon();
      } else if (isFull && pending() > 0) {
        tellWhenTaken();
      }
    }
  }

  /** As a task of its own, so that other connections get their turn between two pieces. */
  private void pumpSoon() {
    if (!queue.isEmpty() && !pumpIsQueued) {
      pumpIsQueued = true;
      channel
          .eventLoop()
          .execute(() -> {
            pumpIsQueued = false;
            pump();
          });
    }
  }

  private void pump() {
    if (isPumping || hasEnded) {
      return;
    }
    isPumping = true;
    boolean goesOn = true;
    while (goesOn && !queue.isEmpty() && channel.isWritable() && !hasEnded) {
      goesOn =
          switch (queue.element()) {
            case Whole(ByteBuf frame) -> writeFirst(frame);
            case Piecewise(LongAnswer answer) -> writePieceOf(answer);
          };
    }
    isPumping = false;
    if (!hasEnded) {
      account();
      owner.written();
      tellFinished();
    }
  }

  private void tellFinished() {
    ChannelFutureListener then = finished;
    if (then != null && queue.isEmpty()) {
      finished = null;
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(then);
    }
  }

  private boolean writeFirst(ByteBuf frame) {
    queuedBytes -= frame.readableBytes();
    queuedHeld -= frame.readableBytes();
    next();
    var _ = channel.write(frame, channel.voidPromise());
    return true;
  }

  private void next() {
    var _ = queue.remove();
    if (queue.peek() instanceof Piecewise(LongAnswer answer)) {
      leftOfFirst = answer.bytes();
    }
  }

  private boolean writePieceOf(LongAnswer answer) {
    if (isFilling || waitsForMemory) {
      return false;
    }
    account();
    int most = (int) Math.min(AnswerMemory.PIECE_BYTES, leftOfFirst);
    long pending = pending();
    ByteBuf piece = memory.allows(pending, most) ? allocate(most) : null;
    if (piece == null) {
      waitForMemory(pending);
      return false;
    }
    isFilling = true;
    answer.fill(piece, most, isWell -> filled(answer, piece, isWell));
    return !isFilling;
  }

  /** Null: there is none, though there should be; it is tried again. */
  private @Nullable ByteBuf allocate(int bytes) {
    try {
      return channel.alloc().directBuffer(bytes);
    } catch (OutOfMemoryError e) {
      return null;
    }
  }

  private void waitForMemory(long pending) {
    if (pending > 0) {
      tellWhenTaken();
    } else {
      waitsForMemory = true;
      owner.waitsForMemory();
    }
  }

  private void filled(LongAnswer answer, ByteBuf piece, boolean isWell) {
    if (!channel.eventLoop().inEventLoop()) {
      channel.eventLoop().execute(() -> filled(answer, piece, isWell));
      return;
    }
    isFilling = false;
    if (hasEnded || !isWell) {
      piece.release();
      if (!hasEnded) {
        owner.broken();
      }
      return;
    }
    queuedBytes -= piece.readableBytes();
    leftOfFirst -= piece.readableBytes();
    if (leftOfFirst <= 0) {
      queuedHeld -= answer.heldBytes();
      next();
    }
    channel.write(piece).addListener(taken);
    if (!isPumping) {
      pump();
    }
  }

  private long pending() {
    var outbound = channel.unsafe().outboundBuffer();
    return outbound == null ? 0 : outbound.totalPendingWriteBytes();
  }
}
