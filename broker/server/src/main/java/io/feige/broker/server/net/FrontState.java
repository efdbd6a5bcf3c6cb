package io.feige.broker.server.net;

import io.feige.broker.server.access.NodeAccess;
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
  private final InboundMemory memory;
  private final AnswerMemory answers;
  private final ConnectionLimit limit;
  private final Set<ClientConnection> open = ConcurrentHashMap.newKeySet();
  private volatile @Nullable PairFinder pairs;
  private volatile boolean isStopping;

  FrontState(FrontSetup setup) {
    this.setup = setup;
    this.memory = new InboundMemory(setup.limits().maxPendingBytes());
    this.answers = new AnswerMemory(setup.limits().answerMemory());
    this.limit = new ConnectionLimit(setup.limits().maxConnections(), setup.metrics());
  }

  FrontSetup setup() {
    return setup;
  }

  NodeAccess access() {
    return setup.access();
  }

  InboundMemory memory() {
    return memory;
  }

  AnswerMemory answers() {
    return answers;
  }

  ConnectionLimit limit() {
    return limit;
  }

  /** Who takes the requests for a pair; there are some before the first connection is accepted. */
  @Nullable RequestSink find(String pair) {
    PairFinder finder = pairs;
    if (finder == null) {
      throw new IllegalStateException("the front is not open");
    }
    return finder.find(pair);
  }

  void serveBy(PairFinder finder) {
    pairs = finder;
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
