package io.feige.admin.front;

import io.feige.admin.access.AdminAccess;
import io.feige.admin.address.NodeAddress;
import io.feige.admin.event.EventSink;
import io.feige.admin.log.AdminLogId;
import io.feige.admin.log.RateLimitedLog;
import io.feige.admin.proxies.ProxyTable;
import io.feige.protocol.cluster.AccessMark;
import io.feige.tls.Strangers;
import io.netty.channel.Channel;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * What all connections share. Only on the loop, except where it says otherwise: there is one loop.
 */
final class FrontState {
  private static final RateLimitedLog EVICTED =
      RateLimitedLog.of(LoggerFactory.getLogger(FrontState.class), AdminLogId.STRANGER_EVICTED);

  private final FrontSettings settings;
  private final Strangers strangers;
  private final NodeCredentials nodeCredentials;
  private final NodeSink sink;
  private final RouteWaiters waiters;
  private final ProxyTable proxies = new ProxyTable();
  private final Set<Peer> peers = new LinkedHashSet<>();
  private final Map<String, Peer> nodes = new ConcurrentHashMap<>();
  private volatile Standing standing = Standing.UNKNOWN;
  private volatile int connections;
  private volatile Supplier<List<NodeAddress>> addresses = List::of;

  FrontState(FrontSettings settings, NodeSink sink, RouteWaiters waiters) {
    this.settings = settings;
    this.nodeCredentials = new NodeCredentials(settings);
    this.strangers =
        new Strangers(
            settings.limits().strangers(), Strangers.Patience.WITH_DIALLERS, this::evicted);
    this.sink = sink;
    this.waiters = waiters;
  }

  FrontSettings settings() {
    return settings;
  }

  EventSink events() {
    return settings.events();
  }

  /** Who has not shaken hands. */
  Strangers strangers() {
    return strangers;
  }

  FrontLimits limits() {
    return settings.limits();
  }

  NodeCredentials nodeCredentials() {
    return nodeCredentials;
  }

  AdminAccess access() {
    return settings.access();
  }

  NodeSink sink() {
    return sink;
  }

  RouteWaiters waiters() {
    return waiters;
  }

  /** Those that this Admin hears of while it leads. Any thread. */
  ProxyTable proxies() {
    return proxies;
  }

  private void evicted(Channel stranger) {
    EVICTED.warn(
        String.valueOf(stranger.remoteAddress()).replace("/", ""),
        "it had not shaken hands and made room for others: there are "
            + limits().strangers()
            + " such connections");
  }

  /** Any thread. */
  Standing standing() {
    return standing;
  }

  void stand(Standing now) {
    standing = now;
    if (!now.leads()) {
      proxies.clear();
    }
  }

  /** All that were accepted and have not ended. */
  Set<Peer> peers() {
    return peers;
  }

  /** Counts one in; false: there are as many as may be. */
  boolean enter(Peer peer) {
    if (peers.size() >= limits().connections()) {
      return false;
    }
    peers.add(peer);
    connections = peers.size();
    return true;
  }

  void leave(Peer peer) {
    peers.remove(peer);
    connections = peers.size();
  }

  /** How many there are. Any thread. */
  int connections() {
    return connections;
  }

  void nodesAre(Supplier<List<NodeAddress>> known) {
    addresses = known;
  }

  /** All nodes that are known, also those that are away, by name. */
  List<NodeAddress> addresses() {
    return addresses.get();
  }

  /** The newest connection of a node, or null. Any thread. */
  @Nullable Peer node(String node) {
    return nodes.get(node);
  }

  /** Whether each node that is connected holds this table of users, or a later one. Any thread. */
  boolean nodesHold(AccessMark mark) {
    return nodes.values().stream().noneMatch(peer -> mark.replaces(peer.held()));
  }

  /** When the certificates expire that connected nodes have shown, by node. Any thread. */
  Map<String, Instant> certificateEnds() {
    Map<String, Instant> ends = new HashMap<>();
    nodes.forEach((node, peer) -> peer.certificateEnds().ifPresent(end -> ends.put(node, end)));
    return ends;
  }

  void nodeIsAt(String node, Peer peer) {
    nodes.put(node, peer);
  }

  /** Its connection has ended; false: the node has a newer one. */
  boolean nodeLeft(String node, Peer peer) {
    return nodes.remove(node, peer);
  }
}
