package io.feige.client.internal.net;

import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;

/**
 * Sees that a quiet connection is alive: asks after a third of the node's idle time, and ends the
 * connection when nothing at all comes for too long after that. On the loop.
 */
final class KeepAlive implements AnswerHandler {
  private static final long MAX_QUIET_MILLIS = 10_000;
  private static final long MIN_QUIET_MILLIS = 50;

  private final Connection connection;
  private final ClientLoop loop;
  private final long quietNanos;
  private final long patienceNanos;
  private boolean isAsking;
  private long askedNanos;

  KeepAlive(Connection connection, ClientLoop loop, long idleTimeoutMillis, long patienceMillis) {
    this.connection = connection;
    this.loop = loop;
    long third = idleTimeoutMillis == 0 ? MAX_QUIET_MILLIS : idleTimeoutMillis / 3;
    long quietMillis = Math.max(MIN_QUIET_MILLIS, Math.min(MAX_QUIET_MILLIS, third));
    this.quietNanos = quietMillis * 1_000_000;
    this.patienceNanos = patienceMillis * 1_000_000;
  }

  void start() {
    loop.afterNanos(quietNanos / 2, this::look);
  }

  private void look() {
    if (connection.isClosed()) {
      return;
    }
    long now = System.nanoTime();
    long lastWrite = connection.lastWriteNanos();
    long lastRead = connection.lastReadNanos();
    boolean isQuiet = now - lastWrite >= quietNanos / 2 || now - lastRead >= quietNanos;
    if (isAsking) {
      if (now - Math.max(askedNanos, lastRead) > patienceNanos) {
        connection.close("the node did not answer a PING");
        return;
      }
    } else if (isQuiet) {
      isAsking = true;
      askedNanos = now;
      connection.send(new Ping(), this);
    }
    start();
  }

  @Override
  public void answered(Result result) {
    isAsking = false;
  }

  @Override
  public void refused(Refusal refusal) {
    isAsking = false;
  }

  @Override
  public void lost() {
    isAsking = false;
  }

  @Override
  public Matter matter() {
    return Matter.UPKEEP;
  }
}
