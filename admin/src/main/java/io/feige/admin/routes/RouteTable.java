package io.feige.admin.routes;

import io.feige.admin.address.NodeAddress;
import io.feige.protocol.cluster.BackupServes;
import io.feige.protocol.cluster.PairState;
import io.feige.protocol.command.Routes;
import io.feige.protocol.model.PairRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Pairs and addresses of nodes, as they are stored, and the routes that follow from them. A pair
 * has a route as soon as its activation is stored and its node's address is known, so that clients
 * can connect while the node still gets ready. Any thread.
 *
 * <p>The version of the routes is the sum, over all pairs and all nodes, of the stored version + 1.
 * Versions of stored things only grow, so any change raises the sum, every Admin comes to the same
 * sum in the end, and a restart forgets nothing. Of two Admins that lag differently, both may show
 * the same version with different content; the sum of what both will know in the end is higher, so
 * whoever waits for news gets them.
 */
public final class RouteTable {
  private final Map<String, PairState> pairs = new TreeMap<>();
  private final Map<String, NodeAddress> nodes = new TreeMap<>();
  private final Consumer<Routes> listener;
  private boolean isLoaded;
  private Routes routes = new Routes(0, List.of());

  /**
   * An empty table.
   *
   * @param listener hears of every change; must not block
   */
  public RouteTable(Consumer<Routes> listener) {
    this.listener = listener;
  }

  /**
   * Everything that is stored has been told. Nothing is shown before: a client that saw some of the
   * pairs would take the others for removed, and send their keys elsewhere.
   */
  public synchronized void loaded() {
    isLoaded = true;
    changed();
  }

  /** A pair is stored like this; what is known newer stays. */
  public synchronized void pair(PairState state) {
    PairState known = pairs.get(state.pair());
    if (known == null || known.version() < state.version()) {
      pairs.put(state.pair(), state);
      changed();
    }
  }

  /** A node is stored like this; what is known newer stays. */
  public synchronized void node(NodeAddress address) {
    NodeAddress known = nodes.get(address.node());
    if (known == null || known.version() < address.version()) {
      nodes.put(address.node(), address);
      changed();
    }
  }

  /** What clients are told. */
  public synchronized Routes routes() {
    return routes;
  }

  /** All pairs, by name. */
  public synchronized List<PairState> pairs() {
    return List.copyOf(pairs.values());
  }

  /** All nodes, by name. */
  public synchronized List<NodeAddress> nodes() {
    return List.copyOf(nodes.values());
  }

  private void changed() {
    if (!isLoaded) {
      return;
    }
    long version = 0;
    for (NodeAddress node : nodes.values()) {
      version += node.version() + 1L;
    }
    List<PairRoute> known = new ArrayList<>();
    for (PairState pair : pairs.values()) {
      version += pair.version() + 1L;
      NodeAddress active = nodes.get(pair.active());
      if (active != null) {
        known.add(route(pair, active));
      }
    }
    routes = new Routes(version, known);
    listener.accept(routes);
  }

  private static PairRoute route(PairState pair, NodeAddress active) {
    boolean acceptsPublishes =
        pair.backupServes() == BackupServes.ALL || !pair.active().equals(pair.backup());
    return new PairRoute(
        pair.pair(), pair.epoch(), pair.active(), active.host(), active.port(), acceptsPublishes);
  }
}
