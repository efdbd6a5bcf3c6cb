package io.feige.broker.server.pair;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.server.net.Connection;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.protocol.codec.PulledEncoder;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.model.Selection;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;

/**
 * Sends answers to whoever asked, if still there. Stored frames are copied once, from where they
 * are into the outbound buffer; those of a long answer ({@link StoredAnswer}) when the peer takes
 * it. On the pair's loop.
 */
final class Answering {
  private static final int HEAD_BYTES = 64;

  /** Longer answers are made while they are sent. */
  private static final int MAX_WHOLE_BYTES = 32 << 10;

  private final Sessions sessions;
  private final JournalLog log;
  private final EventLoop loop;
  private final NodeMetrics metrics;

  Answering(Sessions sessions, JournalLog log, EventLoop loop, NodeMetrics metrics) {
    this.sessions = sessions;
    this.log = log;
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
    switch (answer) {
      case Refusal refusal -> connection.sendError(ticket.correlation(), ticket.command(), refusal);
      case Result result -> connection.send(ticket.correlation(), result);
    }
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
    int bytes = HEAD_BYTES + StoredAnswer.deliveryBytes(handed);
    if (bytes > MAX_WHOLE_BYTES) {
      int version = connection.version();
      connection.sendLong(new StoredAnswer(handed, version, ticket.correlation(), log, loop));
    } else {
      sendWhole(connection, ticket, handed, bytes);
    }
    count(handed);
  }

  private void sendWhole(Connection connection, Ticket ticket, Handed handed, int bytes) {
    ByteBuf out = connection.buffer(bytes);
    boolean isWritten = false;
    try {
      PulledEncoder encoder =
          StoredAnswer.begin(handed, connection.version(), ticket.correlation(), out);
      for (Handout handout : handed.handouts()) {
        encoder.delivery(handout.selections(), log.at(handout.position()).bytes());
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

  private void count(Handed handed) {
    int records = 0;
    int again = 0;
    long bytes = 0;
    for (Handout handout : handed.handouts()) {
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
