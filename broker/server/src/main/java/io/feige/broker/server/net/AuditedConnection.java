package io.feige.broker.server.net;

import io.feige.access.Admission;
import io.feige.access.AuditEntry;
import io.feige.broker.server.access.NodeAccess;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.netty.buffer.ByteBuf;

/** Has what came of one request written down. */
final class AuditedConnection implements Connection {
  private static final int MAX_REQUEST = 500;

  private final Connection connection;
  private final NodeAccess access;
  private final Admission who;
  private final Request request;

  AuditedConnection(Connection connection, NodeAccess access, Admission who, Request request) {
    this.connection = connection;
    this.access = access;
    this.who = who;
    this.request = request;
  }

  @Override
  public long id() {
    return connection.id();
  }

  @Override
  public String peer() {
    return connection.peer();
  }

  @Override
  public int version() {
    return connection.version();
  }

  @Override
  public boolean isOpen() {
    return connection.isOpen();
  }

  @Override
  public boolean isWritable() {
    return connection.isWritable();
  }

  @Override
  public boolean isMemoryShort() {
    return connection.isMemoryShort();
  }

  @Override
  public void onWritable(Runnable task) {
    connection.onWritable(task);
  }

  @Override
  public void send(int correlationId, Result answer) {
    write(AuditEntry.DONE);
    connection.send(correlationId, answer);
  }

  @Override
  public void sendError(int correlationId, CommandType command, Refusal refusal) {
    write(refusal.code() + ": " + refusal.message());
    connection.sendError(correlationId, command, refusal);
  }

  @Override
  public ByteBuf buffer(int expectedBytes) {
    return connection.buffer(expectedBytes);
  }

  @Override
  public void sendEncoded(ByteBuf wholeFrame) {
    write(AuditEntry.DONE);
    connection.sendEncoded(wholeFrame);
  }

  @Override
  public void sendLong(LongAnswer answer) {
    write(AuditEntry.DONE);
    connection.sendLong(answer);
  }

  @Override
  public void stopReading() {
    connection.stopReading();
  }

  @Override
  public void resumeReading() {
    connection.resumeReading();
  }

  @Override
  public void close(String reason) {
    connection.close(reason);
  }

  private void write(String outcome) {
    String what = request.toString();
    access.audit(
        AuditEntry.of(
            who.identity().toString(),
            connection.peer(),
            what.substring(0, Math.min(what.length(), MAX_REQUEST)),
            outcome));
  }
}
