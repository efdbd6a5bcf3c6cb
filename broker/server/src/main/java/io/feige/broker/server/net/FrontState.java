package io.feige.broker.server.net;

import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What the handlers of all connections share. Any thread. */
final class FrontState {
  /** What everybody is told once the stop has begun. */
  static final Refusal STOPPING =
      new Refusal(ErrorCode.SHUTTING_DOWN, "the node is stopping", "", 500);

  private final FrontSetup setup;
  private final Credentials credentials;
  private final InboundMemory memory;
  private final ConnectionLimit limit;
  private final Set<ClientConnection> open = ConcurrentHashMap.newKeySet();
  private volatile @Nullable RequestSink sink;
  private volatile boolean isStopping;

  FrontState(FrontSetup setup) {
    this.setup = setup;
    this.credentials = new Credentials(setup.config().security().token());
    this.memory = new InboundMemory(setup.limits().maxPendingBytes());
    this.limit = new ConnectionLimit(setup.limits().maxConnections(), setup.metrics());
  }

  FrontSetup setup() {
    return setup;
  }

  Credentials credentials() {
    return credentials;
  }

  InboundMemory memory() {
    return memory;
  }

  ConnectionLimit limit() {
    return limit;
  }

  /** Who takes the requests; there is one before the first connection is accepted. */
  RequestSink sink() {
    RequestSink taker = sink;
    if (taker == null) {
      throw new IllegalStateException("the front is not open");
    }
    return taker;
  }

  void serveBy(RequestSink taker) {
    sink = taker;
  }

  /** All accepted connections. */
  Set<ClientConnection> open() {
    return open;
  }

  boolean isStopping() {
    return isStopping;
  }

  void stopping() {
    isStopping = true;
  }
}
