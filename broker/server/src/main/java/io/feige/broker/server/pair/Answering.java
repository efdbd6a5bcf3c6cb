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

/**
 * Sends answers to whoever asked, if still there. Stored frames are copied once, from where they
 * are into the outbound buffer. On the pair's loop.
 */
final class Answering {
  private static final int HEAD_BYTES = 64;

  private final Sessions sessions;
  private final JournalLog log;
  private final NodeMetrics metrics;

  Answering(Sessions sessions, JournalLog log, NodeMetrics metrics) {
    this.sessions = sessions;
    this.log = log;
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

  void send(Ticket ticket, Handed handed) {
    Connection connection = sessions.find(ticket.session());
    if (connection == null) {
      return;
    }
    int bytes = HEAD_BYTES;
    for (Handout handout : handed.handouts()) {
      bytes += PulledEncoder.deliveryBytes(handout.selections().size(), handout.frameBytes());
    }
    ByteBuf out = connection.buffer(bytes);
    boolean isWritten = false;
    try {
      write(begin(handed, connection.version(), ticket.correlation(), out), handed);
      isWritten = true;
    } finally {
      if (!isWritten) {
        out.release();
      }
    }
    connection.sendEncoded(out);
  }

  private static PulledEncoder begin(Handed handed, int version, int correlation, ByteBuf out) {
    return switch (handed) {
      case Handed.ToConsumer pulled ->
          PulledEncoder.pulled(
              version, correlation, pulled.epoch(), pulled.generation(), pulled.leaseMillis(), out);
      case Handed.ToReader read ->
          PulledEncoder.read(
              version, correlation, read.epoch(), read.nextOffset(), read.endOffset(), out);
    };
  }

  private void write(PulledEncoder encoder, Handed handed) {
    int records = 0;
    int again = 0;
    long bytes = 0;
    for (Handout handout : handed.handouts()) {
      encoder.delivery(handout.selections(), log.at(handout.position()).bytes());
      bytes += handout.frameBytes();
      for (Selection selection : handout.selections()) {
        records += selection.count();
        again += selection.attempt() > 1 ? selection.count() : 0;
      }
    }
    encoder.finish();
    if (records > 0) {
      metrics.delivered(records, bytes);
    }
    if (again > 0) {
      metrics.redelivered(again);
    }
  }
}
