package io.feige.client.internal;

import io.feige.client.FeigeException;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.net.LinkListener;
import io.feige.client.internal.net.NodeLink;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One wait for a connection. */
final class Arrival implements LinkListener {
  private final NodeLink link;
  private final CompletableFuture<Void> arrived = new CompletableFuture<>();

  Arrival(NodeLink link) {
    this.link = link;
  }

  void await(Duration limit) {
    link.loop().execute(() -> link.add(this));
    try {
      arrived.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw FeigeException.of(ErrorCode.CONNECT_FAILED, link.downBecause());
    } catch (ExecutionException e) {
      throw e.getCause() instanceof FeigeException failure
          ? FeigeException.seenBy(failure)
          : FeigeException.of(ErrorCode.CONNECT_FAILED, link.downBecause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw FeigeException.of(ErrorCode.CONNECT_FAILED, "The waiting thread was interrupted.");
    } finally {
      link.loop().execute(() -> link.remove(this));
    }
  }

  @Override
  public void connected(Connection connection) {
    arrived.complete(null);
  }

  @Override
  public void disconnected() {}

  @Override
  public void refused(FeigeException failure) {
    arrived.completeExceptionally(failure);
  }
}
