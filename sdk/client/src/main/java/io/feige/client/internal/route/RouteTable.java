package io.feige.client.internal.route;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.ClientLoop;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.net.Dial;
import io.feige.client.internal.net.Dialer;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.RetryClass;
import io.feige.protocol.model.PairRoute;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a connection to one of the configured servers and asks it who serves which pair: once at
 * first, then by a question that the server answers when something has changed, and at once
 * whenever a link has reason to doubt. On the loop, except {@link #downBecause}.
 *
 * <p>The servers are Admins, or a standalone node, which answers for its one pair. When the
 * connection is lost the next server is asked at once, and after a round without success again and
 * again (20 ms to 400 ms, with jitter). Meanwhile everything goes on with the routes of before: no
 * message travels through the servers.
 */
public final class RouteTable implements Dial.End {
  private static final Logger LOG = LoggerFactory.getLogger(RouteTable.class);

  /** How long a server may keep a question that waits for news. */
  private static final int POLL_MILLIS = 20_000;

  private static final long POLL_LIMIT_MILLIS = POLL_MILLIS + 5_000;

  /** A server that does not answer a question at once within so long is left for the next one. */
  private static final long LOOK_LIMIT_MILLIS = 1_000;

  private final Dialer dialer;
  private final ClientLoop loop;
  private final List<InetSocketAddress> servers;
  private final Pairs pairs;
  private final Backoff backoff = new Backoff(20, 400);
  private final Backoff idle = new Backoff(500, POLL_MILLIS);

  private @Nullable Connection connection;
  private @Nullable Dial dialing;
  private String serverId = "";
  private long knownVersion;
  private long highestVersion;
  private boolean isFirstAnswer;
  private boolean isLooking;
  private int nextServer;
  private int triesLeft;
  private boolean isClosed;
  private volatile String downBecause = "Not connected yet.";

  /** A table that asks nobody until it is started. */
  public RouteTable(Dialer dialer, Pairs pairs) {
    this.dialer = dialer;
    this.loop = dialer.loop();
    this.servers = dialer.settings().servers();
    this.pairs = pairs;
  }

  /** Starts connecting. Any thread. */
  public void start() {
    loop.execute(this::startRound);
  }

  /** Why no server can be asked, in a sentence. Any thread. */
  public String downBecause() {
    return downBecause;
  }

  /** The connection to the server that is asked, if there is one. */
  @Nullable Connection connection() {
    return connection;
  }

  /** Asks for the routes as they are now, not only for news. Asked often, it asks once. */
  public void look() {
    Connection present = connection;
    if (present != null && !isLooking) {
      isLooking = true;
      limit(present, LOOK_LIMIT_MILLIS, present.send(new FindRoute(0, 0), new Look(present)));
    }
  }

  /** Ends it for good. */
  public void close() {
    isClosed = true;
    Dial trying = dialing;
    if (trying != null) {
      trying.cancel();
    }
    Connection present = connection;
    if (present != null) {
      present.close("the client is closed");
    }
  }

  @Override
  public void connected(Connection made, Welcome welcome) {
    if (isClosed) {
      made.close("the client is closed");
      return;
    }
    connection = made;
    serverId = welcome.nodeId();
    knownVersion = 0;
    isFirstAnswer = true;
    isLooking = false;
    LOG.debug("asks {} at {} for routes", serverId, made.peer());
    look();
  }

  @Override
  public void failed(String why, @Nullable Refusal refusal) {
    downBecause = why + ".";
    LOG.debug("no routes from {}", why);
    if (refusal != null && refusal.code().retryClass() == RetryClass.NEVER) {
      pairs.refused(FeigeException.of(refusal.code(), refusal.message()));
    }
    again();
  }

  @Override
  public void closed(Connection gone, String why) {
    downBecause = "Connection to " + gone.peer() + " lost: " + why + ".";
    boolean wasPresent = gone == connection;
    if (wasPresent) {
      connection = null;
    }
    pairs.carrierClosed(gone, why);
    if (wasPresent) {
      LOG.debug("{}", downBecause);
      triesLeft = servers.size() - 1; // The others at once, then this one again.
      again();
    }
  }

  private void startRound() {
    triesLeft = servers.size();
    connectNext();
  }

  private void again() {
    if (triesLeft > 0) {
      connectNext();
    } else if (!isClosed) {
      loop.afterMillis(backoff.nextMillis(), this::startRound);
    }
  }

  private void connectNext() {
    if (!isClosed && connection == null) {
      triesLeft--;
      InetSocketAddress server = servers.get(nextServer);
      nextServer = (nextServer + 1) % servers.size();
      dialing = dialer.dial(server, "", this);
    }
  }

  private void poll() {
    Connection present = connection;
    if (present != null) {
      Poll poll = new Poll(present, System.nanoTime());
      limit(
          present, POLL_LIMIT_MILLIS, present.send(new FindRoute(knownVersion, POLL_MILLIS), poll));
    }
  }

  /** Leaves a server that does not answer; the next one is asked then. */
  private void limit(Connection asked, long millis, int correlation) {
    loop.afterMillis(
        millis,
        () -> {
          if (asked.isOutstanding(correlation)) {
            asked.close("no answer to a question for routes in time");
          }
        });
  }

  /** Takes in an answer; whether it was news. */
  private boolean learn(Connection from, Routes routes) {
    backoff.reset();
    boolean isNews = isFirstAnswer || routes.version() > knownVersion;
    if (!isNews) {
      return false;
    }
    PairRoute own = routes.pairs().size() == 1 ? routes.pairs().get(0) : null;
    boolean isNode = own != null && own.nodeId().equals(serverId);
    // An Admin that has just begun, or lags behind another one, may not know of every pair.
    boolean isUpToDate = isNode || routes.version() >= highestVersion;
    Pairs.Reach reach =
        !isUpToDate
            ? Pairs.Reach.BEHIND
            : isNode || routes.pairs().isEmpty() ? Pairs.Reach.SOME_PAIRS : Pairs.Reach.ALL_PAIRS;
    isFirstAnswer = false;
    knownVersion = Math.max(knownVersion, routes.version());
    highestVersion = Math.max(highestVersion, knownVersion);
    if (routes.pairs().isEmpty()) {
      downBecause = "No pair has an active node yet.";
    }
    pairs.learn(routes.pairs(), isNode ? from : null, reach);
    return true;
  }

  private void refusedRoutes(Connection from, Refusal refusal) {
    downBecause = from.peer() + ": " + refusal.code() + ", " + refusal.message() + ".";
    if (refusal.code().retryClass() == RetryClass.NEVER) {
      pairs.refused(FeigeException.of(refusal.code(), refusal.message()));
    }
    from.close(refusal.code() + ": " + refusal.message());
  }

  /** A question that is answered at once. */
  private final class Look implements AnswerHandler {
    private final Connection asked;

    Look(Connection asked) {
      this.asked = asked;
    }

    @Override
    public void answered(Result result) {
      isLooking = false;
      boolean isFirst = isFirstAnswer;
      boolean isNews = learn(asked, (Routes) result);
      if (isFirst) {
        poll();
      } else if (isNews) {
        idle.reset();
      }
    }

    @Override
    public void refused(Refusal refusal) {
      isLooking = false;
      refusedRoutes(asked, refusal);
    }

    @Override
    public void lost() {
      isLooking = false;
    }

    @Override
    public Matter matter() {
      return Matter.UPKEEP;
    }
  }

  /** A question that is answered when there is news. */
  private final class Poll implements AnswerHandler {
    private final Connection asked;
    private final long sentNanos;

    Poll(Connection asked, long sentNanos) {
      this.asked = asked;
      this.sentNanos = sentNanos;
    }

    @Override
    public void answered(Result result) {
      boolean waited = System.nanoTime() - sentNanos > POLL_MILLIS * 500_000L;
      if (learn(asked, (Routes) result) || waited) {
        idle.reset();
        poll();
      } else {
        // A node answers for itself at once, and has no news while the connection lasts.
        loop.afterMillis(idle.nextMillis(), () -> pollOn(asked));
      }
    }

    private void pollOn(Connection present) {
      if (present == connection) {
        poll();
      }
    }

    @Override
    public void refused(Refusal refusal) {
      refusedRoutes(asked, refusal);
    }

    @Override
    public void lost() {}

    @Override
    public Matter matter() {
      return Matter.UPKEEP;
    }
  }
}
