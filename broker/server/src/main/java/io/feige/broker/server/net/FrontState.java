package io.feige.broker.server.net;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.tls.Strangers;
import io.netty.channel.Channel;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What the handlers of all connections share. Any thread. */
final class FrontState {
  /** What everybody is told once the stop has begun. */
  static final Refusal STOPPING =
      new Refusal(ErrorCode.SHUTTING_DOWN, "the node is stopping", "", 500);

  private static final RateLimitedLog EVICTED =
      RateLimitedLog.of(LoggerFactory.getLogger(FrontState.class), LogId.STRANGER_EVICTED);

  /** What HELLOs that have arrived in part may hold together; one of a real client comes whole. */
  private static final long STRANGERS_BYTES = 8 << 20;

  private final FrontSetup setup;
  private final InboundMemory memory;
  private final InboundMemory strangersMemory = new InboundMemory(STRANGERS_BYTES);
  private final Strangers strangers;
  private final AnswerMemory answers;
  private final ConnectionLimit limit;
  private final Set<ClientConnection> open = ConcurrentHashMap.newKeySet();
  private volatile @Nullable PairFinder pairs;
  private volatile boolean isStopping;

  FrontState(FrontSetup setup) {
    this.setup = setup;
    this.memory = new InboundMemory(setup.limits().maxPendingBytes());
    this.strangers =
        new Strangers(setup.limits().strangers(), Strangers.Patience.WITH_DIALLERS, this::evicted);
    this.answers = new AnswerMemory(setup.limits().answerMemory());
    this.limit = new ConnectionLimit(setup.limits().maxConnections(), setup.metrics());
  }

  FrontSetup setup() {
    return setup;
  }

  NodeAccess access() {
    return setup.access();
  }

  /** For frames of those who have shaken hands. */
  InboundMemory memory() {
    return memory;
  }

  /** For frames of those who have not, so that they take nothing of it. */
  InboundMemory strangersMemory() {
    return strangersMemory;
  }

  long inboundBytes() {
    return memory.used() + strangersMemory.used();
  }

  /** Who has not shaken hands. */
  Strangers strangers() {
    return strangers;
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

  private void evicted(Channel stranger) {
    EVICTED.warn(
        String.valueOf(stranger.remoteAddress()).replace("/", ""),
        "it had not shaken hands and made room for others: there are "
            + setup.limits().strangers()
            + " such connections (limits.strangers)");
  }

  boolean isStopping() {
    return isStopping;
  }

  void stopping() {
    isStopping = true;
  }
}
