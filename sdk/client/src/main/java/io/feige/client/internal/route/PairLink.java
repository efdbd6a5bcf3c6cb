package io.feige.client.internal.route;

import io.feige.client.FeigeException;
import io.feige.client.PairView;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.net.Dial;
import io.feige.client.internal.net.Dialer;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.PairRoute;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the active node of one pair. On the loop, except what says otherwise.
 *
 * <p>Owns: the best route known, the connection, the attempt under way, the listeners. The route of
 * a higher epoch always wins, that of a lower one never.
 *
 * <table>
 *   <caption>States and what moves it</caption>
 *   <tr><td>down</td><td>attempt succeeds</td><td>up: listeners are connected</td></tr>
 *   <tr><td>down</td><td>attempt fails</td><td>the next one after 20 ms to 400 ms, and a look at the routes</td></tr>
 *   <tr><td>up</td><td>connection lost</td><td>down: listeners are disconnected; an attempt, and a look at the routes</td></tr>
 *   <tr><td>up</td><td>a higher epoch is known</td><td>moving: listeners are superseded, an attempt at once; the old connection stays
 *       for the answers that it still brings</td></tr>
 *   <tr><td>moving</td><td>attempt succeeds</td><td>up: what the old connection has not answered is lost, listeners are connected, then
 *       the old one is dropped</td></tr>
 *   <tr><td>any</td><td>a better route</td><td>an attempt at once, whatever was under way; pauses begin short again</td></tr>
 * </table>
 *
 * <p>A standalone node speaks for itself: its link is carried by the connection that asks it for
 * routes, and makes none of its own.
 */
public final class PairLink {
  private static final Logger LOG = LoggerFactory.getLogger(PairLink.class);

  /** A route that is younger is believed rather than the hint of a node that refuses. */
  private static final long HINT_AFTER_NANOS = 1_000_000_000L;

  private final String pair;
  private final Dialer dialer;
  private final ClientLoop loop;
  private final RouteTable table;
  private final Requests requests;
  private final SwitchWatch watch;
  private final Backoff backoff = new Backoff(20, 400);
  private final List<LinkListener> listeners = new ArrayList<>();

  private PairRoute route;
  private long learnedNanos;
  private long knownEpoch;
  private boolean isNamed = true;

  private @Nullable Connection connection;
  private boolean isSuperseded;
  private Target served;
  private @Nullable Attempt attempt;
  private boolean isCarried;
  private boolean isWaiting;
  private long hintedNanos;
  private @Nullable FeigeException refusedForGood;
  private boolean isClosed;
  private volatile String downBecause = "Not connected yet.";
  private volatile PairView view;

  PairLink(PairRoute route, Dialer dialer, RouteTable table, SwitchWatch.Listener switches) {
    this.pair = route.pair();
    this.route = route;
    this.served = Target.of(route);
    this.dialer = dialer;
    this.loop = dialer.loop();
    this.table = table;
    this.watch = new SwitchWatch(pair, loop, switches);
    this.requests = new Requests(this, dialer.settings().requestTimeoutMillis());
    this.view = viewOf(route, false);
    add(requests);
  }

  /** The pair's name. Any thread. */
  public String pair() {
    return pair;
  }

  /** The loop that everything here runs on. */
  public ClientLoop loop() {
    return loop;
  }

  /** Single questions to the active node. */
  public Requests requests() {
    return requests;
  }

  /** The connection to send on, if there is one to the node that is active as far as is known. */
  public @Nullable Connection connection() {
    return isSuperseded ? null : connection;
  }

  /** The highest epoch known of the pair; what an earlier one brings is not taken any more. */
  public long epoch() {
    return knownEpoch;
  }

  /**
   * The epoch to name in what is sent over the connection; 0, which is any, after a hint was
   * followed whose epoch nobody has said yet.
   */
  public long servedEpoch() {
    return served.epoch();
  }

  /** The node to which the connection leads. */
  String servedBy() {
    return served.nodeId();
  }

  /** Whether messages are to be published here, as far as is known. */
  public boolean acceptsPublishes() {
    return isNamed && route.acceptsPublishes();
  }

  /** Why there is no connection, in a sentence. Any thread. */
  public String downBecause() {
    return downBecause;
  }

  /** What the client knows of the pair. Any thread. */
  public PairView view() {
    return view;
  }

  /** Adds a listener and tells it the present state. */
  public void add(LinkListener listener) {
    listeners.add(listener);
    Connection present = connection();
    FeigeException refused = refusedForGood;
    if (present != null) {
      listener.connected(present);
    } else if (refused != null) {
      listener.refused(refused);
    }
  }

  /** Forgets a listener. */
  public void remove(LinkListener listener) {
    listeners.remove(listener);
  }

  /**
   * A node has refused a request because another one should have got it: looks who serves now, and
   * follows the hint if the routes have been silent for long.
   */
  public void refused(Refusal refusal) {
    watch.noticed();
    table.look();
    long now = System.nanoTime();
    boolean isRecent = now - Math.max(learnedNanos, hintedNanos) < HINT_AFTER_NANOS;
    if (attempt != null || isCarried || isRecent) {
      return;
    }
    Target hinted = Target.ofHint(refusal.hint());
    Target routed = Target.of(route);
    if (hinted != null && !hinted.isAt(served) && !hinted.isAt(routed)) {
      hintedNanos = now;
      attempt(hinted);
    } else if (!routed.isAt(served)) {
      attempt(routed); // The hint that was followed led nowhere.
    }
  }

  /** An answer of the present connection names the epoch that it was given in. */
  public void saw(Connection from, long epoch) {
    if (from == connection && epoch > knownEpoch) {
      knownEpoch = epoch;
      served = served.at(epoch);
      watch.epochIs(epoch);
      table.look();
      tell(LinkListener::superseded);
      showView();
    }
  }

  /** Ends it for good. */
  void close() {
    isClosed = true;
    giveUpAttempt();
    Connection present = connection;
    if (present != null) {
      present.close("the client is closed");
    }
  }

  /**
   * Learns a route.
   *
   * @param own a connection to the node that says it serves, to be used as the link's own
   */
  void learn(PairRoute newer, @Nullable Connection own, Pairs.Reach reach) {
    // A standalone node that was set up anew begins with its first epoch again.
    boolean isAnew = isCarried && own != null && newer.epoch() < knownEpoch;
    boolean isBetter = newer.epoch() > knownEpoch || knownEpoch == 0 || isAnew;
    boolean isSame = newer.epoch() == knownEpoch && reach != Pairs.Reach.BEHIND;
    if (isClosed || !(isBetter || isSame)) {
      return;
    }
    boolean accepted = acceptsPublishes();
    boolean isElsewhere = isBetter || !Target.of(newer).equals(Target.of(route));
    isNamed = true;
    route = newer;
    knownEpoch = newer.epoch();
    learnedNanos = System.nanoTime();
    follow(own, isElsewhere);
    showView();
    if (accepted != acceptsPublishes()) {
      tell(LinkListener::acceptsChanged);
    }
  }

  /** The servers do not know the pair any more. */
  void notNamed() {
    if (isNamed) {
      isNamed = false;
      showView();
      tell(LinkListener::acceptsChanged);
    }
  }

  /** A connection to a server is gone. */
  void carrierClosed(Connection gone, String why) {
    if (gone == connection) {
      lost(gone, why);
    }
  }

  private void follow(@Nullable Connection own, boolean isElsewhere) {
    Target target = Target.of(route);
    boolean isServed = connection != null && served.isSameActivation(target);
    if (isServed) {
      served = target;
      watch.epochIs(route.epoch());
      isSuperseded = false;
      giveUpAttempt();
    } else if (own != null) {
      isCarried = true;
      giveUpAttempt();
      upCarried(own, target);
    } else if (isElsewhere || (connection() == null && attempt == null && !isWaiting)) {
      supersede();
      isCarried = false;
      backoff.reset();
      attempt(target);
    }
  }

  private void upCarried(Connection own, Target target) {
    if (own != connection) {
      up(own, target);
      return;
    }
    // The same node was activated anew: what is outstanding is answered all the same.
    watch.noticed();
    tell(LinkListener::superseded);
    served = target;
    watch.connected(own, target.nodeId(), target.epoch());
    tell(listener -> listener.connected(own));
  }

  private void supersede() {
    if (connection != null && !isSuperseded) {
      isSuperseded = true;
      watch.noticed();
      downBecause = "The pair moves to " + route.nodeId() + ".";
      tell(LinkListener::superseded);
    }
  }

  private void attempt(Target target) {
    giveUpAttempt();
    if (!isClosed) {
      attempt = new Attempt(target);
    }
  }

  private void giveUpAttempt() {
    Attempt present = attempt;
    attempt = null;
    if (present != null) {
      present.dial.cancel();
    }
  }

  private void up(Connection made, Target target) {
    supersede();
    Connection old = connection;
    connection = made;
    served = target;
    isSuperseded = false;
    refusedForGood = null;
    if (old != null) {
      old.abandon();
      watch.left(old);
    }
    LOG.debug("{} is served by {} at {}", pair, target.nodeId(), made.peer());
    watch.connected(made, target.nodeId(), target.epoch());
    showView();
    tell(listener -> listener.connected(made));
    if (old != null) {
      old.close("the pair is served elsewhere");
    }
  }

  private void lost(Connection gone, String why) {
    connection = null;
    downBecause = "Connection to " + gone.peer() + " lost: " + why + ".";
    LOG.debug("{}: {}", pair, downBecause);
    watch.left(gone);
    boolean wasTold = isSuperseded;
    isSuperseded = false;
    showView();
    if (!wasTold) {
      tell(LinkListener::disconnected);
    }
    table.look();
    if (attempt == null) {
      again();
    }
  }

  private void again() {
    if (!isClosed && !isCarried && !isWaiting) {
      isWaiting = true;
      loop.afterMillis(
          backoff.nextMillis(),
          () -> {
            isWaiting = false;
            boolean isWanted = connection() == null && attempt == null && !isCarried;
            if (isWanted) {
              attempt(Target.of(route));
            }
          });
    }
  }

  private void failed(String why, @Nullable Refusal refusal) {
    attempt = null;
    if (connection == null) {
      downBecause = why + ".";
    }
    LOG.debug("{}: {}", pair, why);
    if (refusal != null && refusal.code().retryClass() == RetryClass.NEVER) {
      FeigeException failure = FeigeException.of(refusal.code(), refusal.message());
      refusedForGood = failure;
      tell(listener -> listener.refused(failure));
    }
    table.look();
    again();
  }

  private void tell(java.util.function.Consumer<LinkListener> news) {
    List.copyOf(listeners).forEach(news);
  }

  private void showView() {
    view = viewOf(route, connection() != null);
  }

  private PairView viewOf(PairRoute present, boolean isConnected) {
    return new PairView(
        pair,
        Math.max(knownEpoch, present.epoch()),
        present.nodeId(),
        present.host() + ":" + present.port(),
        isConnected,
        acceptsPublishes(),
        isConnected ? "" : downBecause);
  }

  /** One attempt to connect, and what is heard of its connection afterwards. */
  private final class Attempt implements Dial.End {
    private final Target target;
    private final Dial dial;

    Attempt(Target target) {
      this.target = target;
      this.dial = dialer.dial(target.address(), pair, this);
    }

    @Override
    public void connected(Connection made, Welcome welcome) {
      attempt = null;
      backoff.reset();
      up(made, target.nodeId().isEmpty() ? target.named(welcome.nodeId()) : target);
    }

    @Override
    public void failed(String why, @Nullable Refusal refusal) {
      PairLink.this.failed(why, refusal);
    }

    @Override
    public void closed(Connection gone, String why) {
      if (gone == connection) {
        lost(gone, why);
      }
    }
  }
}
