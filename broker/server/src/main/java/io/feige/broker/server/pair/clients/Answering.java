package io.feige.broker.server.pair.clients;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.server.net.Connection;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.broker.server.pair.store.JournalLog;
import io.feige.protocol.codec.PulledEncoder;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.WorkTaken;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.Selection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends answers to whoever asked, if still there. Stored frames are copied once, from where they
 * are into the outbound buffer; those of a long answer ({@link StoredAnswer}) when the peer takes
 * it. On the pair's loop.
 */
final class Answering {
  private static final Logger LOG = LoggerFactory.getLogger(Answering.class);
  private static final int HEAD_BYTES = 64;

  /** Longer answers are made while they are sent. */
  private static final int MAX_WHOLE_BYTES = 32 << 10;

  private static final Refusal DAMAGED =
      new Refusal(
          ErrorCode.INTERNAL_NOT_DONE,
          "this node's copy of a message that comes next is damaged; it comes back from the other"
              + " node",
          "",
          1_000);

  private final Sessions sessions;
  private final JournalLog log;
  private final EventLoop loop;
  private final NodeMetrics metrics;
  private final SoundFrames sound;
  private final RateLimitedLog faults = RateLimitedLog.of(LOG, LogId.INTERNAL_FAULT);

  Answering(Sessions sessions, JournalLog log, EventLoop loop, NodeMetrics metrics) {
    this.sessions = sessions;
    this.log = log;
    this.sound = new SoundFrames(log);
    this.loop = loop;
    this.metrics = metrics;
  }

  /** Whether whoever asked is still connected. */
  boolean isThere(Ticket ticket) {
    return sessions.find(ticket.session()) != null;
  }

  boolean canTake(Ticket ticket) {
    Connection connection = sessions.find(ticket.session());
    return connection != null && connection.isWritable();
  }

  void send(Ticket ticket, Answer answer) {
    Connection connection = sessions.find(ticket.session());
    if (answer instanceof Refusal refusal) {
      metrics.refused(refusal.code());
    }
    if (connection == null) {
      return;
    }
    try {
      switch (answer) {
        case Refusal refusal ->
            connection.sendError(ticket.correlation(), ticket.command(), refusal);
        case Result result -> {
          if (result instanceof WorkTaken taken) {
            connection.delivers(ticket.correlation(), taken.bytes());
          }
          connection.send(ticket.correlation(), result);
        }
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      cannotSend(connection, e);
    }
  }

  /** Who cannot be answered is let go, and learns so that its outcome is unknown. */
  private void cannotSend(Connection connection, Throwable cause) {
    if (faults.warn("an answer", "met a fault of the node's own and could not be sent: " + cause)) {
      LOG.warn("where it happened", cause);
    }
    connection.close("its answer could not be sent: " + cause.getMessage());
  }

  /**
   * Whether who asks for messages had better come again later, because memory for answers is short.
   */
  boolean isMemoryShort(Ticket ticket) {
    Connection connection = sessions.find(ticket.session());
    return connection != null && connection.isMemoryShort();
  }

  void send(Ticket ticket, Handed handed) {
    Connection connection = sessions.find(ticket.session());
    if (connection == null) {
      return;
    }
    if (handed instanceof Handed.ToOwner mail && !sound.areSound(mail.handouts())) {
      send(ticket, DAMAGED);
      return;
    }
    Parcels parcels = Parcels.of(handed, log);
    connection.delivers(ticket.correlation(), parcels.deliveryBytes());
    int bytes = HEAD_BYTES + parcels.deliveryBytes();
    if (bytes > MAX_WHOLE_BYTES) {
      int version = connection.version();
      connection.sendLong(
          new StoredAnswer(handed, parcels, version, ticket.correlation(), log, loop));
    } else {
      sendWhole(connection, ticket, handed, parcels);
    }
    count(parcels);
  }

  private void sendWhole(Connection connection, Ticket ticket, Handed handed, Parcels parcels) {
    ByteBuf out;
    try {
      out = connection.buffer(HEAD_BYTES + parcels.deliveryBytes());
    } catch (OutOfMemoryError e) {
      cannotSend(connection, e);
      return;
    }
    boolean isWritten = false;
    try {
      PulledEncoder encoder =
          StoredAnswer.begin(handed, connection.version(), ticket.correlation(), out);
      for (int i = 0; i < parcels.frames().size(); i++) {
        Handout frame = parcels.frames().get(i);
        ByteBuffer cut = parcels.cut(i);
        encoder.delivery(frame.selections(), cut == null ? log.at(frame.position()).bytes() : cut);
      }
      encoder.finish();
      isWritten = true;
    } finally {
      if (!isWritten) {
        out.release();
      }
    }
    connection.sendEncoded(out);
  }

  private void count(Parcels parcels) {
    int records = 0;
    int again = 0;
    long bytes = 0;
    for (Handout handout : parcels.frames()) {
      bytes += handout.frameBytes();
      for (Selection selection : handout.selections()) {
        records += selection.count();
        again += selection.attempt() > 1 ? selection.count() : 0;
      }
    }
    if (records > 0) {
      metrics.delivered(records, bytes);
    }
    if (again > 0) {
      metrics.redelivered(again);
    }
  }
}
