package io.feige.client.internal.net;

import io.feige.client.FeigeException;
import io.feige.client.internal.base.Backoff;
import io.feige.client.internal.base.ClientSettings;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.RetryClass;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one connection to the node that serves. Everything runs on the loop except what says
 * otherwise.
 *
 * <p>Owns: the connection, the attempt under way, the listeners. At most one attempt is under way;
 * it ends by its own timeout; after a failure the next one waits (20 ms to 400 ms, with jitter),
 * for as long as the client is open. Servers are tried in turn; where a server names another node
 * as the one that serves, that one is tried next.
 */
public final class NodeLink {
  private static final Logger LOG = LoggerFactory.getLogger(NodeLink.class);
  private static final int MAX_REDIRECTS = 4;

  private final ClientSettings settings;
  private final Transport transport;
  private final ClientLoop loop;
  private final Executor resolver;
  private final Backoff backoff = new Backoff(20, 400);
  private final List<LinkListener> listeners = new ArrayList<>();

  private @Nullable Connection connection;
  private @Nullable Connection trying;
  private @Nullable FeigeException refusedForGood;
  private int nextServer;
  private int redirects;
  private long attempt;
  private boolean isClosed;
  private volatile String downBecause = "Not connected yet.";

  /** A link that does nothing until it is started. */
  public NodeLink(ClientSettings settings, Transport transport, Executor resolver) {
    this.settings = settings;
    this.transport = transport;
    this.loop = transport.loop();
    this.resolver = resolver;
  }

  /** The loop that everything here runs on. */
  public ClientLoop loop() {
    return loop;
  }

  /** The connection, if there is one. */
  public @Nullable Connection connection() {
    return connection;
  }

  /** Why there is no connection, in a sentence. Any thread. */
  public String downBecause() {
    return downBecause;
  }

  /** Starts connecting. Any thread. */
  public void start() {
    loop.execute(this::connectNext);
  }

  /** Adds a listener and tells it the present state. */
  public void add(LinkListener listener) {
    listeners.add(listener);
    Connection present = connection;
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

  /** The node no longer serves: leave it and ask for the route again. */
  public void reroute() {
    Connection present = connection;
    if (present != null) {
      present.close("the node no longer serves");
    }
  }

  /** Ends it for good. */
  public void close() {
    isClosed = true;
    Connection present = connection == null ? trying : connection;
    if (present != null) {
      present.close("the client is closed");
    }
  }

  private void connectNext() {
    if (isClosed || connection != null) {
      return;
    }
    List<InetSocketAddress> servers = settings.servers();
    InetSocketAddress server = servers.get(nextServer);
    nextServer = (nextServer + 1) % servers.size();
    redirects = 0;
    connect(server);
  }

  private void connect(InetSocketAddress address) {
    long number = ++attempt;
    loop.afterMillis(
        settings.connectTimeoutMillis(),
        () -> failed(number, name(address) + ": no answer in time"));
    // Looking up a name can take seconds, and the loop has other things to do.
    resolver.execute(() -> {
      InetSocketAddress resolved =
          new InetSocketAddress(address.getHostString(), address.getPort());
      loop.execute(() -> open(number, resolved));
    });
  }

  private void open(long number, InetSocketAddress address) {
    if (number != attempt || isClosed) {
      return;
    }
    if (address.isUnresolved()) {
      failed(number, "the name " + address.getHostString() + " is not known");
      return;
    }
    ChannelFuture opened =
        transport
            .bootstrap(settings.connectTimeoutMillis())
            .handler(new Pipeline(number, address))
            .connect(address);
    ChannelFuture unused =
        opened.addListener(done -> {
          if (!done.isSuccess()) {
            Throwable cause = done.cause();
            failed(number, String.valueOf(cause == null ? address : cause.getMessage()));
          }
        });
  }

  private static String name(InetSocketAddress address) {
    return address.getHostString() + ":" + address.getPort();
  }

  private void failed(long number, String why) {
    if (number != attempt || isClosed || connection != null) {
      return;
    }
    attempt++; // Whatever still comes from this attempt is too late.
    downBecause = why + ".";
    giveUpTrying();
    LOG.debug("cannot connect: {}", why);
    loop.afterMillis(backoff.nextMillis(), this::connectNext);
  }

  private void giveUpTrying() {
    Connection tried = trying;
    trying = null;
    if (tried != null) {
      tried.close("another attempt follows");
    }
  }

  private void up(Connection served, Welcome welcome) {
    backoff.reset();
    refusedForGood = null;
    connection = served;
    trying = null;
    LOG.debug("connected to node {} at {}", welcome.nodeId(), served.peer());
    new KeepAlive(served, loop, welcome.idleTimeoutMillis(), settings.requestTimeoutMillis())
        .start();
    for (LinkListener listener : List.copyOf(listeners)) {
      listener.connected(served);
    }
  }

  private void down(Connection gone, String why) {
    downBecause = "Connection to " + gone.peer() + " lost: " + why + ".";
    connection = null;
    LOG.debug("disconnected from {}: {}", gone.peer(), why);
    for (LinkListener listener : List.copyOf(listeners)) {
      listener.disconnected();
    }
    nextServer = 0;
    loop.afterMillis(backoff.nextMillis(), this::connectNext);
  }

  private void refuse(Refusal refusal) {
    if (refusal.code().retryClass() == RetryClass.NEVER) {
      FeigeException failure = FeigeException.of(refusal.code(), refusal.message());
      refusedForGood = failure;
      for (LinkListener listener : List.copyOf(listeners)) {
        listener.refused(failure);
      }
    }
  }

  /** One attempt: the handlers of its channel, and what comes of its handshake. */
  private final class Pipeline extends ChannelInitializer<Channel>
      implements Handshake.End, Connection.Owner {
    private final long number;
    private final InetSocketAddress address;

    Pipeline(long number, InetSocketAddress address) {
      this.number = number;
      this.address = address;
    }

    @Override
    protected void initChannel(Channel channel) {
      FrameReader reader = new FrameReader(WireCodec.MAX_HANDSHAKE_BYTES);
      Connection made = new Connection(channel, reader, this);
      channel.pipeline().addLast(reader, made);
    }

    @Override
    public void served(Connection made, Welcome welcome) {
      if (number == attempt && !isClosed) {
        attempt++;
        up(made, welcome);
      } else {
        made.close("too late");
      }
    }

    @Override
    public void servedBy(InetSocketAddress node) {
      if (number == attempt && ++redirects <= MAX_REDIRECTS) {
        giveUpTrying();
        connect(node);
      } else {
        failed(number, name(address) + " and others name each other as the node that serves");
      }
    }

    @Override
    public void refused(Refusal refusal) {
      if (number == attempt) {
        refuse(refusal);
        failed(number, name(address) + ": " + refusal.code() + ", " + refusal.message());
      }
    }

    @Override
    public void opened(Connection made) {
      if (number != attempt || isClosed) {
        made.close("too late");
        return;
      }
      trying = made;
      new Handshake(made, settings, this).begin();
    }

    @Override
    public void closed(Connection made, String why) {
      if (made == connection) {
        down(made, why);
      } else {
        failed(number, name(address) + ": " + why);
      }
    }
  }
}
