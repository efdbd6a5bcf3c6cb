package io.feige.broker.server.net;

import io.feige.broker.server.access.NodeAccess;
import io.feige.broker.server.ops.LogId;
import io.feige.broker.server.ops.RateLimitedLog;
import io.feige.protocol.command.ClientList;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.ConnectedClient;
import io.feige.tls.Strangers;
import io.netty.channel.Channel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
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
  private final ConcurrentNavigableMap<Long, ClientConnection> open = new ConcurrentSkipListMap<>();
  private volatile @Nullable PairFinder pairs;
  private volatile @Nullable NodeFacts facts;
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

  void serveBy(PairFinder finder, NodeFacts known) {
    facts = known;
    pairs = finder;
  }

  /** What the node tells of itself. */
  NodeFacts facts() {
    return Objects.requireNonNull(facts, "the front is open");
  }

  /** A connection was accepted. */
  void add(ClientConnection connection) {
    open.put(connection.id(), connection);
  }

  /** It has ended. */
  void remove(ClientConnection connection) {
    open.remove(connection.id());
  }

  /** All accepted connections. */
  Collection<ClientConnection> open() {
    return open.values();
  }

  /** Who is connected. Takes as long as the page is, however many there are, and stops nobody. */
  ClientList clients(ListClients wanted) {
    List<ConnectedClient> page = new ArrayList<>();
    boolean hasMore = false;
    for (ClientConnection each : open.tailMap(wanted.after(), false).values()) {
      ConnectedClient client = each.described();
      if (client != null && page.size() == wanted.limit()) {
        hasMore = true;
        break;
      }
      if (client != null) {
        page.add(client);
      }
    }
    return new ClientList(setup.nodeId(), page, hasMore);
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
