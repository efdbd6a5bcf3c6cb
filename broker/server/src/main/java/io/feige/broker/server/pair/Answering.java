package io.feige.broker.server.pair;

import io.feige.broker.core.port.Handed;
import io.feige.broker.core.port.Handout;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.server.net.Connection;
import io.feige.broker.server.ops.NodeMetrics;
import io.feige.protocol.codec.PulledEncoder;
import io.feige.protocol.codec.SlicedDelivery;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.model.Selection;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends answers to whoever asked, if still there. Stored frames are copied once, from where they
 * are into the outbound buffer; of a frame of which little is delivered, only that little. On the
 * pair's loop.
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
    List<List<SlicedDelivery>> cuts = cuts(handed.handouts());
    ByteBuf out = connection.buffer(HEAD_BYTES + bytes(handed.handouts(), cuts));
    boolean isWritten = false;
    try {
      write(begin(handed, connection.version(), ticket.correlation(), out), handed, cuts);
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

  /** For each frame the parts that are sent of it; none where it is sent as it is stored. */
  private List<List<SlicedDelivery>> cuts(List<Handout> handouts) {
    List<List<SlicedDelivery>> cuts = new ArrayList<>(handouts.size());
    int room = PulledEncoder.MAX_DELIVERIES - handouts.size();
    for (Handout handout : handouts) {
      List<SlicedDelivery> parts =
          SlicedDelivery.of(log.at(handout.position()), handout.selections(), room + 1);
      room -= Math.max(0, parts.size() - 1);
      cuts.add(parts);
    }
    return cuts;
  }

  private static int bytes(List<Handout> handouts, List<List<SlicedDelivery>> cuts) {
    int bytes = 0;
    for (int i = 0; i < handouts.size(); i++) {
      Handout handout = handouts.get(i);
      if (cuts.get(i).isEmpty()) {
        bytes += PulledEncoder.deliveryBytes(handout.selections().size(), handout.frameBytes());
      }
      for (SlicedDelivery part : cuts.get(i)) {
        bytes += PulledEncoder.deliveryBytes(part.selections().size(), part.frame().bytes());
      }
    }
    return bytes;
  }

  private void write(PulledEncoder encoder, Handed handed, List<List<SlicedDelivery>> cuts) {
    int records = 0;
    int again = 0;
    for (int i = 0; i < cuts.size(); i++) {
      Handout handout = handed.handouts().get(i);
      if (cuts.get(i).isEmpty()) {
        encoder.delivery(handout.selections(), log.at(handout.position()).bytes());
      }
      cuts.get(i).forEach(encoder::delivery);
      for (Selection selection : handout.selections()) {
        records += selection.count();
        again += selection.attempt() > 1 ? selection.count() : 0;
      }
    }
    encoder.finish();
    if (records > 0) {
      metrics.delivered(records, encoder.deliveredBytes());
    }
    if (again > 0) {
      metrics.redelivered(again);
    }
  }
}
