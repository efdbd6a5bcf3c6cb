package io.feige.client.internal;

import io.feige.client.FeigeException;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.route.LinkListener;
import io.feige.client.internal.route.PairLink;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.PairsListener;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One wait for a connection to the active node of any pair. */
final class Arrival implements PairsListener, LinkListener {
  private final Pairs pairs;
  private final CompletableFuture<Void> arrived = new CompletableFuture<>();

  Arrival(Pairs pairs) {
    this.pairs = pairs;
  }

  void await(Duration limit) {
    pairs.loop().execute(() -> pairs.add(this));
    try {
      arrived.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw FeigeException.of(ErrorCode.CONNECT_FAILED, downBecause());
    } catch (ExecutionException e) {
      throw e.getCause() instanceof FeigeException failure
          ? FeigeException.seenBy(failure)
          : FeigeException.of(ErrorCode.CONNECT_FAILED, downBecause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw FeigeException.of(ErrorCode.CONNECT_FAILED, "The waiting thread was interrupted.");
    } finally {
      pairs.loop().execute(this::stop);
    }
  }

  @Override
  public void changed(List<PairLink> links) {
    links.forEach(link -> link.remove(this));
    links.forEach(link -> link.add(this));
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

  private void stop() {
    pairs.remove(this);
    pairs.all().forEach(link -> link.remove(this));
  }

  private String downBecause() {
    List<PairLink> links = pairs.all();
    return links.isEmpty() ? pairs.unknownBecause() : links.get(0).downBecause();
  }
}
