package io.feige.client.node;

import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Routes;
import io.feige.protocol.model.PairRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server that answers for routes as an Admin does: at once when they are newer than the caller
 * knows, else when they change.
 */
public final class ScriptedAdmin implements AutoCloseable {
  private final ScriptedNode node = new ScriptedNode();
  private final Map<String, PairRoute> routes = new TreeMap<>();
  private final List<Exchange> waiting = new ArrayList<>();
  private long version = 1;

  /** Starts on any free port, without routes. */
  public ScriptedAdmin(String id) {
    node.named(id).always(CommandType.ROUTE, this::route);
  }

  /** Where to connect to. */
  public String address() {
    return node.address();
  }

  /** The node underneath, to script it. */
  public ScriptedNode node() {
    return node;
  }

  /** Questions that wait for news. */
  public synchronized int waiting() {
    return waiting.size();
  }

  /** Changes routes and tells whoever waits. */
  public synchronized void tell(PairRoute... changed) {
    for (PairRoute route : changed) {
      routes.put(route.pair(), route);
    }
    changed();
  }

  /** Forgets a pair and tells whoever waits. */
  public synchronized void forget(String pair) {
    routes.remove(pair);
    changed();
  }

  /** Says less and older things than others, as an Admin that has just begun. */
  public synchronized void versionIs(long other) {
    version = other;
  }

  @Override
  public void close() {
    node.close();
  }

  private void changed() {
    version++;
    waiting.forEach(this::answer);
    waiting.clear();
  }

  private synchronized void route(Exchange exchange) {
    FindRoute asked = (FindRoute) exchange.request();
    if (asked.waitMillis() > 0 && asked.knownVersion() >= version) {
      waiting.add(exchange);
    } else {
      answer(exchange);
    }
  }

  private void answer(Exchange exchange) {
    exchange.answer(new Routes(version, List.copyOf(routes.values())));
  }
}
