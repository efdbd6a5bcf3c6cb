package io.feige.broker.server.pair.clients;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.server.net.LongAnswer;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.pair.store.JournalLog;
import io.feige.protocol.codec.PulledEncoder;
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
 * was brought back from the message store may be gone by then, so it is held, as is what was cut
 * out of a frame; frames of the journal are looked up each time, and if retention has removed one
 * the answer stays incomplete. Belongs to the pair's loop.
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
  private final @Nullable ByteBuffer[] held;
  private final long bytes;
  private final int heldBytes;
  private int at;
  private int sentOfFrame = -1;

  StoredAnswer(
      Handed handed,
      Parcels parcels,
      int version,
      int correlation,
      JournalLog log,
      EventLoop loop) {
    this.log = log;
    this.loop = loop;
    this.handouts = parcels.frames();
    this.held = new ByteBuffer[handouts.size()];
    int deliveries = parcels.deliveryBytes();
    this.head = Unpooled.buffer(HEAD_BYTES);
    begin(handed, version, correlation, head).deliveriesFollow(handouts.size(), deliveries);
    this.bytes = head.readableBytes() + (long) deliveries;
    this.heldBytes = HEAD_BYTES + handouts.size() * HANDOUT_BYTES + hold(parcels);
  }

  static PulledEncoder begin(Handed handed, int version, int correlation, ByteBuf out) {
    return switch (handed) {
      case Handed.ToConsumer pulled ->
          PulledEncoder.pulled(version, correlation, pulled.head(), out);
      case Handed.ToOwner mail -> PulledEncoder.mail(version, correlation, mail.head(), out);
      case Handed.ToReader read -> PulledEncoder.read(version, correlation, read.head(), out);
    };
  }

  private int hold(Parcels parcels) {
    int kept = 0;
    for (int i = 0; i < held.length; i++) {
      long position = handouts.get(i).position();
      held[i] = parcels.cut(i);
      if (held[i] == null && log.mayBeGoneSoon(position)) {
        held[i] = log.at(position).bytes();
      }
      if (held[i] != null) {
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
    int length = handout.frameBytes();
    if (sentOfFrame < 0) {
      PulledEncoder.deliveryHead(handout.selections(), length, piece);
      sentOfFrame = 0;
    }
    ByteBuffer kept = held[at];
    ByteBuffer frame = kept == null ? log.at(handout.position()).bytes() : kept;
    int part = Math.min(length - sentOfFrame, Math.max(1, most - piece.readableBytes()));
    piece.writeBytes(frame.slice(frame.position() + sentOfFrame, part));
    sentOfFrame += part;
    if (sentOfFrame == length) {
      held[at] = null;
      at++;
      sentOfFrame = -1;
    }
  }
}
