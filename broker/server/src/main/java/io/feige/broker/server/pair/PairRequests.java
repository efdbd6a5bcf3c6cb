package io.feige.broker.server.pair;

import io.feige.broker.core.port.Event;
import io.feige.broker.core.port.Ticket;
import io.feige.broker.core.turn.PairTurn;
import io.feige.broker.server.access.Quotas;
import io.feige.broker.server.net.Connection;
import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.net.RequestSink;
import io.feige.broker.server.pair.clients.Inbox;
import io.feige.broker.server.pair.clients.NodeClients;
import io.feige.broker.server.pair.clients.Sessions;
import io.feige.protocol.Crc32c;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.ProducerFingerprint;
import io.feige.protocol.batch.RelativeTimes;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;

/**
 * Brings the requests of all connections to the replica's turn. What the node itself is asked is
 * answered here. On the pair's loop where nothing else is said.
 */
final class PairRequests implements RequestSink {
  private static final int RETRY_MILLIS = 50;

  private final EventLoop loop;
  private final Sessions sessions;
  private final NodeClients clients;
  private final PairTurn turn;
  private final NodeAnswers node;
  private final Inbox inbox = new Inbox();
  private final ProducerFingerprint fingerprint = new ProducerFingerprint();
  private final LongRequests longRequests;
  private final Quotas quotas;
  private final ReplicaWorld world;

  PairRequests(
      PairSetup setup,
      Sessions sessions,
      NodeClients clients,
      PairTurn turn,
      NodeAnswers node,
      ReplicaWorld world) {
    this.loop = setup.place().loop();
    this.sessions = sessions;
    this.clients = clients;
    this.turn = turn;
    this.node = node;
    this.longRequests = new LongRequests(setup.metrics());
    this.quotas = setup.quotas();
    this.world = world;
  }

  /** Any thread. */
  @Override
  public void submit(Connection from, int correlationId, Request request) {
    if (loop.inEventLoop()) {
      handle(from, correlationId, request);
    } else if (inbox.offer(new Inbox.Item(from, correlationId, request))) {
      scheduleInbox();
    } else {
      refuseBusy(from, correlationId, request);
      from.stopReading();
      loop.execute(() -> sessions.stopReading(from));
    }
  }

  private static void refuseBusy(Connection from, int correlationId, Request request) {
    if (request instanceof HoldsBuffers holder) {
      holder.releaseBuffers();
    }
    from.sendError(
        correlationId,
        request.type(),
        ErrorCode.BUSY,
        "the pair's inbox is full; nothing was stored",
        RETRY_MILLIS);
  }

  private void scheduleInbox() {
    if (inbox.mustSchedule()) {
      loop.execute(this::drainInbox);
    }
  }

  private void drainInbox() {
    if (inbox.drain(item -> handle(item.from(), item.correlation(), item.request()))) {
      loop.execute(this::drainInbox);
    }
    turn.relax();
  }

  private void handle(Connection from, int correlation, Request request) {
    long began = System.nanoTime();
    decide(from, correlation, request);
    longRequests.took(from.peer(), request.type(), System.nanoTime() - began);
  }

  private void decide(Connection from, int correlation, Request request) {
    if (!from.isOpen() && (request instanceof TakeWork || request instanceof AskWork)) {
      // Nobody would ever end the worker that this makes, or take the answer.
      return;
    }
    sessions.seen(from);
    Ticket ticket = new Ticket(from.id(), correlation, request.type());
    if (request instanceof Publish publish) {
      publish(ticket, publish);
    } else if (request instanceof FindRoute && turn.isWell()) {
      clients.answer(ticket, node.route(), 0);
    } else if (request instanceof GetStatus && turn.isWell()) {
      clients.answer(ticket, node.status(), 0);
    } else if (request instanceof GetDisk get && turn.isWell()) {
      clients.answer(ticket, node.whoHolds().answer(get.limit()), 0);
    } else {
      turn.take(ticket, new Event.Ask(ticket, request), null);
    }
  }

  private void publish(Ticket ticket, Publish publish) {
    String topic = publish.topic();
    Refusal full = quotas.store(topic, () -> world.storedBytes(topic));
    if (full != null) {
      publish.releaseBuffers();
      clients.answer(ticket, full, 0);
      return;
    }
    if (!publish.keepsName()) {
      hideProducer(publish.batch());
    }
    Event.Publish event = event(ticket, publish);
    RelativeTimes.settle(event.batch(), System.currentTimeMillis());
    turn.take(ticket, event, publish);
  }

  /** Whatever else is wrong with the batch stays as it is, and is found later. */
  private void hideProducer(ByteBuf batch) {
    if (batch.readableBytes() < BatchHead.HEADER_BYTES) {
      return;
    }
    int at = batch.readerIndex();
    long id = batch.getLong(at + BatchHead.PRODUCER_AT);
    if (id > 0) {
      long shown = fingerprint.of(id);
      int behind = batch.readableBytes() - BatchHead.PRODUCER_AT - Long.BYTES;
      int checksum = batch.getInt(at + BatchHead.CRC_AT);
      batch.setLong(at + BatchHead.PRODUCER_AT, shown);
      batch.setInt(at + BatchHead.CRC_AT, Crc32c.replaced(checksum, id, shown, behind));
    }
  }

  private static Event.Publish event(Ticket ticket, Publish publish) {
    return new Event.Publish(
        ticket,
        publish.topic(),
        publish.epoch(),
        publish.durability(),
        publish.resolvedBelow(),
        publish.batch().nioBuffer());
  }

  /** Any thread. */
  @Override
  public void closed(Connection connection) {
    if (loop.inEventLoop()) {
      forget(connection);
    } else {
      loop.execute(() -> forget(connection));
    }
  }

  private void forget(Connection connection) {
    if (sessions.closed(connection)) {
      turn.closed(connection.id());
    }
  }
}
