package io.feige.proxy.caller;

import io.feige.client.Consumer;
import io.feige.client.ConsumerPolicy;
import io.feige.client.Durability;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.GroupStart;
import io.feige.client.Mailbox;
import io.feige.client.Producer;
import io.feige.proxy.answer.Problem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * One who calls, as the cluster knows it: a client that comes with the caller's own credentials, so
 * that the nodes decide what it may do. Any thread.
 */
public final class Caller implements AutoCloseable {
  private static final Duration LOG_IN_LIMIT = Duration.ofSeconds(5);

  /** The cluster ends no connection because of a new password. */
  private static final long STALE_NANOS = Duration.ofMinutes(5).toNanos();

  /** What one pull may bring from a pair, however many messages it asks for. */
  private static final int PULL_BYTES = 1 << 20;

  /** What one read of a mailbox may bring. */
  private static final int MAIL_BYTES = 64 << 10;

  /** Each costs a little memory at the nodes. */
  private static final int MOST_PRODUCERS = 200;

  private static final int MOST_CONSUMERS = 200;

  private static final String MANY_TOPICS = "publish to as many topics at a time as one caller may";

  private record Publishing(String topic, Durability durability) {}

  /**
   * What consumers are told apart by.
   *
   * @param start where the group begins if it does not exist yet
   * @param lease zero: what the topic says
   */
  public record Pulling(String topic, String group, GroupStart start, Duration lease) {
    /** For who settles, and pulls nothing. */
    public static Pulling toSettle(String topic, String group) {
      return new Pulling(topic, group, GroupStart.EARLIEST, Duration.ZERO);
    }
  }

  private final FeigeClient client;
  private final SharedPool<Publishing, Producer> producers;
  private final SharedPool<Pulling, Consumer> consumers;
  private final AtomicInteger atOnce = new AtomicInteger();
  private volatile boolean isLoggedIn;
  private volatile long loggedInAt;

  Caller(FeigeClient client, String proxy) {
    this.client = client;
    this.producers =
        new SharedPool<>(
            MOST_PRODUCERS,
            name -> client.producer(name.topic()).durability(name.durability()).build(),
            System::nanoTime);
    // Only what callers wait for is asked for: the rest is for others to have.
    this.consumers =
        new SharedPool<>(
            MOST_CONSUMERS,
            name ->
                client
                    .consumer(name.topic())
                    .group(name.group())
                    .name(proxy)
                    .startFrom(name.start())
                    .policy(
                        ConsumerPolicy.DEFAULT
                            .withPrefetchMessages(0)
                            .withPrefetchBytes(PULL_BYTES)
                            .withLease(name.lease()))
                    .build(),
            System::nanoTime);
  }

  /** Ends a turn. */
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * One more request of this caller's is in hand, until the turn is closed.
   *
   * @throws Problem there are so many already
   */
  Turn begin(int most) {
    if (atOnce.incrementAndGet() > most) {
      atOnce.decrementAndGet();
      throw Problem.tooManyOfOne(most);
    }
    return atOnce::decrementAndGet;
  }

  /**
   * Waits until the cluster has let this caller in.
   *
   * @throws FeigeException it does not, or cannot be reached
   */
  void logIn() {
    if (!isLoggedIn) {
      client.awaitConnected(LOG_IN_LIMIT);
      loggedInAt = System.nanoTime();
      isLoggedIn = true;
    }
  }

  boolean isLoggedIn() {
    return isLoggedIn;
  }

  /** Whether what was shown then has to be shown to the cluster again. */
  boolean isStale() {
    return isLoggedIn && System.nanoTime() - loggedInAt > STALE_NANOS;
  }

  /** Closes what was not used for a minute. */
  void sweep() {
    producers.sweep();
    consumers.sweep();
  }

  /** The client, for what needs neither a producer nor a consumer. */
  public FeigeClient client() {
    return client;
  }

  /** A mailbox, from what is not acked on. */
  public Mailbox mailbox(String topic, String identity) {
    return client.mailboxes(topic).open(identity, MAIL_BYTES);
  }

  /** Publishes. */
  public <T> T publishing(String topic, Durability durability, Function<Producer, T> work) {
    return producers
        .use(new Publishing(topic, durability), work)
        .orElseThrow(() -> Problem.busy(MANY_TOPICS));
  }

  /** Begins to publish. */
  public <T> CompletableFuture<T> beginPublishing(
      String topic, Durability durability, Function<Producer, CompletableFuture<T>> work) {
    return producers
        .begin(new Publishing(topic, durability), work)
        .orElseThrow(() -> Problem.busy(MANY_TOPICS));
  }

  /** Pulls or settles. */
  public <T> T consuming(Pulling name, Function<Consumer, T> work) {
    return consumers
        .use(name, work)
        .orElseThrow(() -> Problem.busy("pull from as many groups at a time as one caller may"));
  }

  @Override
  public void close() {
    client.close();
  }
}
