package io.feige.broker.server.pair;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.server.net.LongAnswer;
import io.feige.broker.server.ops.LogId;
import io.feige.protocol.codec.PulledEncoder;
import io.feige.protocol.codec.SlicedDelivery;
import io.feige.protocol.frame.StoredFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer with stored messages that are copied from where they are as the peer takes them. What
 * was brought back from the message store may be gone by then, so it is held; frames of the journal
 * are looked up each time, and if retention has removed one the answer stays incomplete. Belongs to
 * the pair's loop.
 */
final class StoredAnswer implements LongAnswer {
  private static final Logger LOG = LoggerFactory.getLogger(StoredAnswer.class);
  private static final int HEAD_BYTES = 64;

  /** What a handout takes in memory, about. */
  private static final int HANDOUT_BYTES = 128;

  private final JournalLog log;
  private final EventLoop loop;
  private final List<Handout> handouts;
  private final ByteBuf head;
  private final @Nullable StoredFrame[] held;
  private final boolean[] isWhole;
  private final long bytes;
  private final int heldBytes;
  private int at;
  private int sent;
  private boolean isHeadSent;
  private @Nullable ByteBuffer cut;

  StoredAnswer(
      Handed handed,
      HandedParts parts,
      int version,
      int correlation,
      JournalLog log,
      EventLoop loop) {
    this.log = log;
    this.loop = loop;
    this.handouts = handed.handouts();
    this.held = new StoredFrame[handouts.size()];
    this.isWhole = new boolean[handouts.size()];
    for (int i = 0; i < isWhole.length; i++) {
      isWhole[i] = parts.isWhole(i);
    }
    this.head = Unpooled.buffer(HEAD_BYTES);
    begin(handed, version, correlation, head).deliveriesFollow(parts.deliveries(), parts.bytes());
    this.bytes = head.readableBytes() + (long) parts.bytes();
    this.heldBytes = HEAD_BYTES + handouts.size() * HANDOUT_BYTES + hold();
  }

  static PulledEncoder begin(Handed handed, int version, int correlation, ByteBuf out) {
    return switch (handed) {
      case Handed.ToConsumer pulled ->
          PulledEncoder.pulled(
              version, correlation, pulled.epoch(), pulled.generation(), pulled.leaseMillis(), out);
      case Handed.ToReader read ->
          PulledEncoder.read(
              version, correlation, read.epoch(), read.nextOffset(), read.endOffset(), out);
    };
  }

  private int hold() {
    int kept = 0;
    for (int i = 0; i < held.length; i++) {
      long position = handouts.get(i).position();
      if (log.mayBeGoneSoon(position)) {
        held[i] = log.at(position);
        kept += handouts.get(i).frameBytes();
      }
    }
    return kept;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public int heldBytes() {
    return heldBytes;
  }

  @Override
  public void fill(ByteBuf piece, int most, Filled then) {
    if (loop.inEventLoop()) {
      then.filled(fill(piece, most));
      return;
    }
    try {
      loop.execute(() -> then.filled(fill(piece, most)));
    } catch (RejectedExecutionException e) {
      then.filled(false);
    }
  }

  private boolean fill(ByteBuf piece, int most) {
    try {
      piece.writeBytes(head);
      while (piece.readableBytes() < most && at < handouts.size()) {
        fillOf(handouts.get(at), piece, most);
      }
      return true;
    } catch (RuntimeException e) {
      // A journal that cannot be read fails its replica where it decides over it, not here.
      LOG.info("{} what a client was being sent cannot be read", LogId.ANSWER_BROKEN, e);
      return false;
    }
  }

  private void fillOf(Handout handout, ByteBuf piece, int most) {
    if (isWhole[at]) {
      fillWhole(handout, piece, most);
    } else {
      fillCut(handout, piece, most);
    }
  }

  /** A stored frame is looked up for each piece anew, because nothing keeps its segment. */
  private void fillWhole(Handout handout, ByteBuf piece, int most) {
    int length = handout.frameBytes();
    if (!isHeadSent) {
      PulledEncoder.deliveryHead(handout.selections(), length, piece);
      isHeadSent = true;
    }
    send(frame(handout).bytes(), length, piece, most);
  }

  /** Parts are small, so those of one frame are made at once and kept until they are sent. */
  private void fillCut(Handout handout, ByteBuf piece, int most) {
    ByteBuffer parts = cut;
    if (parts == null) {
      parts = cut(handout);
      cut = parts;
    }
    send(parts, parts.remaining(), piece, most);
  }

  private ByteBuffer cut(Handout handout) {
    List<SlicedDelivery> parts =
        SlicedDelivery.of(frame(handout), handout.selections(), PulledEncoder.MAX_DELIVERIES);
    ByteBuf out = Unpooled.buffer(HandedParts.bytes(parts));
    for (SlicedDelivery part : parts) {
      PulledEncoder.delivery(part, out);
    }
    return out.nioBuffer();
  }

  private StoredFrame frame(Handout handout) {
    StoredFrame kept = held[at];
    return kept == null ? log.at(handout.position()) : kept;
  }

  private void send(ByteBuffer from, int length, ByteBuf piece, int most) {
    int part = Math.min(length - sent, Math.max(1, most - piece.readableBytes()));
    piece.writeBytes(from.slice(from.position() + sent, part));
    sent += part;
    if (sent == length) {
      held[at] = null;
      cut = null;
      isHeadSent = false;
      sent = 0;
      at++;
    }
  }
}
