package io.feige.proxy.front;

import io.feige.proxy.config.ProxySettings;
import io.netty.channel.Channel;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the connections of a front share: the limits, and how much of them is taken. Any thread. */
public final class FrontState {
  private static final Logger LOG = LoggerFactory.getLogger(FrontState.class);
  private static final long MOMENT_MILLIS = 100;

  private final ProxySettings.Limits limits;
  private final Set<Connected> connected = ConcurrentHashMap.newKeySet();
  private final Map<String, Address> perAddress = new ConcurrentHashMap<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicLong bodyBytes = new AtomicLong();
  private final AtomicLong lastSession = new AtomicLong();
  private final LongAdder taken = new LongAdder();
  private final LongAdder turnedAway = new LongAdder();
  private final LongAdder slow = new LongAdder();
  private volatile boolean isStopping;

  private static final class Address {
    private final String text;
    private int connections;

    private Address(String text) {
      this.text = text;
    }
  }

  /** Nobody is connected yet. */
  public FrontState(ProxySettings.Limits limits) {
    this.limits = limits;
  }

  /** What clients may cost. */
  public ProxySettings.Limits limits() {
    return limits;
  }

  Set<Connected> connected() {
    return connected;
  }

  /**
   * Whether one more connection may come in.
   *
   * @param isOfMany whether connections from there are those of many callers
   */
  public boolean enter(Connected connection, String from, boolean isOfMany) {
    // Also those that are turned away: they are looked after until they have gone.
    connected.add(connection);
    boolean isRoom = connections.incrementAndGet() <= limits().connections();
    boolean isRoomThere = enter(from) <= limits().perAddress() || isOfMany;
    if (isRoomThere && isRoom) {
      return true;
    }
    turnedAway.increment();
    return false;
  }

  private int enter(String from) {
    AtomicInteger count = new AtomicInteger();
    perAddress.compute(
        from,
        (text, known) -> {
          Address address = known == null ? new Address(text) : known;
          count.set(++address.connections);
          return address;
        });
    return count.get();
  }

  /** An address as its connections share it, so that each need not keep a text of its own. */
  public String shared(String address) {
    Address known = perAddress.get(address);
    return known == null ? address : known.text;
  }

  /** A connection is over, whether it was let in or not. */
  public void leave(Connected connection, String from) {
    connections.decrementAndGet();
    perAddress.computeIfPresent(from, (_, address) -> --address.connections == 0 ? null : address);
    connected.remove(connection);
  }

  /** The same connection is looked after by another one. */
  public void replace(Connected before, Connected after) {
    connected.add(after);
    connected.remove(before);
  }

  /** One request more is in hand; false: there are as many as may be. */
  public boolean beginRequest() {
    if (requests.incrementAndGet() <= limits().requests()) {
      taken.increment();
      return true;
    }
    requests.decrementAndGet();
    return false;
  }

  /** One request less. */
  public void endRequest() {
    requests.decrementAndGet();
  }

  /** Takes room for a part of a body before it is kept, or for an answer until it is taken. */
  public boolean reserve(int bytes) {
    if (bodyBytes.addAndGet(bytes) <= limits().memoryBytes()) {
      return true;
    }
    bodyBytes.addAndGet(-bytes);
    return false;
  }

  /** Gives room back. */
  public void release(int bytes) {
    bodyBytes.addAndGet(-bytes);
  }

  /**
   * Ends a connection that seems to be slow, if its loop finds so too. That looks a moment later,
   * when it has read and written what it could, so that nobody is cut because this process had no
   * time for it.
   *
   * @param isSlow is asked on the loop
   */
  public void judge(Channel channel, BooleanSupplier isSlow) {
    Runnable look =
        () -> {
          if (channel.isActive() && isSlow.getAsBoolean()) {
            slow.increment();
            var _ = channel.close();
          }
        };
    try {
      var _ = channel.eventLoop().schedule(look, MOMENT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException stopped) {
      LOG.debug("a connection ended before it was found to be slow");
    }
  }

  /** The number of a new session. */
  public long nextSession() {
    return lastSession.incrementAndGet();
  }

  /** The sessions that there are, in no order. */
  public Stream<OpenSession> sessions() {
    return connected.stream().map(Connected::session).flatMap(Optional::stream);
  }

  /** Connections that there are. */
  public int connections() {
    return connections.get();
  }

  /** Requests in hand. */
  public int requests() {
    return requests.get();
  }

  /** Requests that were ever in hand. */
  public long requestsTaken() {
    return taken.sum();
  }

  /** Bytes for which room was taken. */
  public long bodyBytes() {
    return bodyBytes.get();
  }

  /** Connections for which there was no room. */
  public long turnedAway() {
    return turnedAway.sum();
  }

  /** Connections that were found to be slow. */
  public long slow() {
    return slow.sum();
  }

  /** Whether no new work is taken. */
  public boolean isStopping() {
    return isStopping;
  }

  void beginStop() {
    isStopping = true;
  }
}
