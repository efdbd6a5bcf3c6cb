package io.feige.client.internal.route;

import io.feige.client.FeigeException;
import io.feige.client.PairView;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.net.Dial;
import io.feige.client.internal.net.Dialer;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.PairRoute;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pairs of the cluster and the link to each. On the loop, except what says otherwise.
 *
 * <p>A pair that was known once stays, also when the servers do not name it any more: it takes no
 * new messages then, but what it holds can still be pulled and what it was sent still be confirmed.
 */
public final class Pairs {
  /** How far an answer of a server reaches. */
  enum Reach {
    /** It is the present state, and what it does not name is no pair of the cluster any more. */
    ALL_PAIRS,
    /** It is the present state of what it names. */
    SOME_PAIRS,
    /** It may be older than what is known. */
    BEHIND
  }

  private final Dialer dialer;
  private final SwitchWatch.Listener switches;
  private final RouteTable table;
  private final Map<String, PairLink> links = new TreeMap<>();
  private final List<PairsListener> listeners = new ArrayList<>();
  private final Object news = new Object();
  private volatile List<PairLink> all = List.of();
  private volatile @Nullable FeigeException refusedForGood;

  /**
   * No pairs yet.
   *
   * @param switches told of every switch, on the loop
   */
  public Pairs(Dialer dialer, SwitchWatch.Listener switches) {
    this.dialer = dialer;
    this.switches = switches;
    this.table = new RouteTable(dialer, this);
  }

  /** Starts connecting. Any thread. */
  public void start() {
    table.start();
  }

  /** The loop that everything here runs on. */
  public ClientLoop loop() {
    return dialer.loop();
  }

  /** The links to all pairs, by name of the pair. Any thread. */
  public List<PairLink> all() {
    return all;
  }

  /** What the client knows of the pairs. Any thread. */
  public List<PairView> views() {
    return all.stream().map(PairLink::view).toList();
  }

  /** Why no pair is known, in a sentence. Any thread. */
  public String unknownBecause() {
    return table.downBecause();
  }

  /** Why the servers do not take this client, if that is so for good. Any thread. */
  public @Nullable FeigeException refusedForGood() {
    return refusedForGood;
  }

  /** The connection over which a server is asked for routes, if there is one. */
  public @Nullable Connection server() {
    return table.connection();
  }

  /** A connection to a node, if a pair's link leads there. */
  public @Nullable Connection connectionTo(String nodeId) {
    for (PairLink link : all) {
      if (link.connection() != null && link.servedBy().equals(nodeId)) {
        return link.connection();
      }
    }
    return null;
  }

  /** Begins to connect to a node for no pair of its own. */
  public Dial dial(InetSocketAddress address, Dial.End end) {
    return dialer.dial(address, "", end);
  }

  /**
   * Waits until the pairs are known. Any thread but the loop.
   *
   * @throws FeigeException when they were not in time, or the servers refuse this client
   */
  public List<PairLink> await(long millis) {
    long deadline = System.nanoTime() + millis * 1_000_000;
    try {
      synchronized (news) {
        while (all.isEmpty() && refusedForGood == null) {
          long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
          if (leftMillis <= 0) {
            throw FeigeException.of(ErrorCode.CONNECT_FAILED, table.downBecause());
          }
          news.wait(leftMillis);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw FeigeException.of(ErrorCode.CONNECT_FAILED, "The waiting thread was interrupted.");
    }
    FeigeException refused = refusedForGood;
    if (refused != null) {
      throw FeigeException.seenBy(refused);
    }
    return all;
  }

  /** Adds a listener and tells it the present state. */
  public void add(PairsListener listener) {
    listeners.add(listener);
    FeigeException refused = refusedForGood;
    if (!all.isEmpty()) {
      listener.changed(all);
    } else if (refused != null) {
      listener.refused(refused);
    }
  }

  /** Forgets a listener. */
  public void remove(PairsListener listener) {
    listeners.remove(listener);
  }

  /** Ends all links for good, after failing what is under way. */
  public void close(FeigeException why) {
    table.close();
    for (PairLink link : all) {
      link.requests().failAll(why);
      link.close();
    }
    synchronized (news) {
      refusedForGood = why;
      news.notifyAll();
    }
  }

  /**
   * Takes in an answer of a server.
   *
   * @param own the connection to the node that is named, if that is who answered
   */
  void learn(List<PairRoute> routes, @Nullable Connection own, Reach reach) {
    Set<String> named = new HashSet<>();
    boolean isNew = false;
    for (PairRoute route : routes) {
      named.add(route.pair());
      isNew |= !links.containsKey(route.pair());
      links.computeIfAbsent(route.pair(), pair -> newLink(route)).learn(route, own, reach);
    }
    for (PairLink link : links.values()) {
      if (reach == Reach.ALL_PAIRS && !named.contains(link.pair())) {
        link.notNamed();
      }
    }
    if (isNew) {
      tellOfPairs();
    }
  }

  /** No server takes this client; told as long as there is nothing else to go by. */
  void refused(FeigeException failure) {
    if (all.isEmpty()) {
      synchronized (news) {
        refusedForGood = failure;
        news.notifyAll();
      }
      for (PairsListener listener : List.copyOf(listeners)) {
        listener.refused(failure);
      }
    }
  }

  /** A connection to a server is gone; a link may have used it as its own. */
  void carrierClosed(Connection gone, String why) {
    for (PairLink link : all) {
      link.carrierClosed(gone, why);
    }
  }

  private PairLink newLink(PairRoute route) {
    return new PairLink(route, dialer, table, switches);
  }

  private void tellOfPairs() {
    synchronized (news) {
      all = List.copyOf(links.values());
      refusedForGood = null;
      news.notifyAll();
    }
    for (PairsListener listener : List.copyOf(listeners)) {
      listener.changed(all);
    }
  }
}
