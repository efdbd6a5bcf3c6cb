package io.feige.client.testing;

import io.feige.client.ClientPlace;
import io.feige.client.ConnectedClients;
import io.feige.client.Consumer;
import io.feige.client.ConsumerBuilder;
import io.feige.client.ConsumerPolicy;
import io.feige.client.DeadLetters;
import io.feige.client.Delayed;
import io.feige.client.DiskUse;
import io.feige.client.FeigeClient;
import io.feige.client.FeigeException;
import io.feige.client.Groups;
import io.feige.client.Handler;
import io.feige.client.Listening;
import io.feige.client.Mailboxes;
import io.feige.client.Message;
import io.feige.client.NodeRole;
import io.feige.client.NodeSetting;
import io.feige.client.NodeStatus;
import io.feige.client.NodeVitals;
import io.feige.client.PairView;
import io.feige.client.ProducerBuilder;
import io.feige.client.ReaderBuilder;
import io.feige.client.Reply;
import io.feige.client.Salvage;
import io.feige.client.TopicSpec;
import io.feige.client.Topics;
import io.feige.client.Vitals;
import io.feige.client.WorkerBuilder;
import io.feige.client.internal.ConsumerSetup;
import io.feige.client.internal.ProducerSetup;
import io.feige.client.internal.ReaderSetup;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.listen.Listener;
import io.feige.client.internal.work.WorkerSetup;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;

/**
 * A Feige for unit tests: topics, groups, attempts, leases, delays and dead letters as the broker
 * has them, in memory, without sockets or threads of its own.
 *
 * <pre>{@code
 * try (InMemoryFeige feige = InMemoryFeige.create()) {
 *   new OrderService(feige).place(order); // publishes to "orders"
 *   Delivery delivery = feige.consumer("orders").group("billing").build().pull(1, ZERO).get(0);
 *   delivery.nack(Duration.ofMinutes(1));
 *   feige.advance(Duration.ofMinutes(1)); // and it comes again, as attempt 2
 * }
 * }</pre>
 *
 * <p>Topics come into being when something is published to them. Time stands still, at the start of
 * 2026, until {@link #advance} moves it: leases end, delayed messages become due and back-offs pass
 * only then. What a call waits for is other threads of the test, in real time; a wait of zero never
 * waits. Everything is confirmed when the call returns, so futures are complete when they are
 * returned.
 */
public final class InMemoryFeige implements FeigeClient {
  static final long CLOSE_TIMEOUT_MILLIS = 10_000;
  private static final String NODE = "memory";

  private final MemoryBroker broker = new MemoryBroker(Instant.parse("2026-01-01T00:00:00Z"));
  private final MemoryWork work = new MemoryWork(broker);
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();

  private InMemoryFeige() {}

  /** An empty broker. */
  public static InMemoryFeige create() {
    return new InMemoryFeige();
  }

  /** Moves the broker's clock on. */
  public void advance(Duration by) {
    broker.advance(by);
  }

  /** The broker's clock. */
  public Instant now() {
    return Instant.ofEpochMilli(broker.nowMillis());
  }

  /** Makes the next publish fail with this error, without storing anything. Calls add up. */
  public void failNextPublish(ErrorCode code) {
    broker.failNextPublish(code);
  }

  @Override
  public Reply request(String topic, Message message, Duration timeout) {
    CompletableFuture<Reply> asked = requestAsync(topic, message, timeout);
    try {
      return asked.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof FeigeException failure
          ? FeigeException.seenBy(failure)
          : FeigeException.of(ErrorCode.INTERNAL, String.valueOf(e.getCause()), e);
    } catch (InterruptedException e) {
      boolean unused = asked.cancel(false);
      Thread.currentThread().interrupt();
      throw FeigeException.of(ErrorCode.TOO_LATE, "The waiting thread was interrupted.");
    }
  }

  @Override
  public CompletableFuture<Reply> requestAsync(String topic, Message message, Duration timeout) {
    return work.ask(topic, message, timeout);
  }

  @Override
  public WorkerBuilder worker(String topic) {
    return worker(topic, io.feige.protocol.model.TopicSpec.ONLY_STAGE);
  }

  @Override
  public WorkerBuilder worker(String topic, String stage) {
    MemoryStage at = new MemoryStage(topic, stage);
    return new WorkerSetup((concurrency, handler) -> work.work(at, concurrency, handler));
  }

  @Override
  public ProducerBuilder producer(String topic) {
    return new ProducerSetup(policy -> new MemoryProducer(broker, topic, policy.durability()));
  }

  @Override
  public ConsumerBuilder consumer(String topic) {
    return new ConsumerSetup(
        topic,
        new ConsumerSetup.Maker() {
          @Override
          public Consumer consumer(ConsumerSpec spec) {
            return new MemoryConsumer(broker, spec);
          }

          @Override
          public Listening listening(ConsumerSpec spec, Handler handler) {
            return listen(spec, handler);
          }
        });
  }

  @Override
  public ReaderBuilder reader(String topic) {
    return new ReaderSetup(topic, spec -> new MemoryReader(broker, spec));
  }

  @Override
  public Topics topics() {
    return new MemoryTopics(broker, work);
  }

  @Override
  public Groups groups() {
    return new MemoryGroups(broker);
  }

  @Override
  public Mailboxes mailboxes(String topic) {
    return new MemoryMailboxes(broker, topic);
  }

  @Override
  public Delayed delayed() {
    return new MemoryDelayed(broker);
  }

  @Override
  public DeadLetters deadLetters() {
    return new MemoryDeadLetters(broker);
  }

  @Override
  public NodeStatus status() {
    int topics = topics().list().size();
    int groups = groups().list().size();
    return new NodeStatus(
        NODE, "in-memory", now(), 1, NodeRole.ACTIVE, 0, 0, 0, topics, groups, 1, 0, true, "");
  }

  @Override
  public NodeStatus status(String pair) {
    MemoryBroker.checkPair(pair);
    return status();
  }

  /** Nothing: there is no disk. */
  @Override
  public DiskUse disk(String pair, int limit) {
    MemoryBroker.checkPair(pair);
    return new DiskUse(
        pair, NODE, NodeRole.ACTIVE, 0, 0, 0, 0, 0, 0, false, Optional.of(now()), List.of(), 0);
  }

  /** Nobody: there are no connections. */
  @Override
  public ConnectedClients clients(ClientPlace after, int limit) {
    return new ConnectedClients(List.of(), List.of(), Optional.empty());
  }

  /** Nobody: there are no connections. */
  @Override
  public ConnectedClients clients(String nodeId, ClientPlace after, int limit) {
    return clients(after, limit);
  }

  /** None: there is no node. */
  @Override
  public List<NodeSetting> settings(String nodeId) {
    return List.of();
  }

  /** Nothing: nothing is ever cut. */
  @Override
  public Salvage salvage(int limit) {
    return new Salvage(List.of(), 0, List.of());
  }

  /** Nothing: nothing is ever cut. */
  @Override
  public Salvage salvage(String nodeId, int limit) {
    return salvage(limit);
  }

  /** One node, which uses nothing and lacks nothing. */
  @Override
  public Vitals vitals() {
    NodeVitals.Usage usage =
        new NodeVitals.Usage(
            0,
            0,
            0,
            0,
            OptionalLong.empty(),
            OptionalLong.empty(),
            0,
            0,
            OptionalLong.empty(),
            OptionalLong.empty());
    NodeVitals.Replica replica =
        new NodeVitals.Replica(MemoryBroker.PAIR, NodeRole.ACTIVE, 0, 0, 0, 0);
    NodeVitals node =
        new NodeVitals(
            NODE,
            new NodeVitals.Program("in-memory", Runtime.version().toString(), now(), 1),
            new NodeVitals.Clock(now(), Duration.ZERO, Duration.ZERO),
            usage,
            new NodeVitals.Health(true, List.of(), List.of()),
            List.of(),
            List.of(replica));
    return new Vitals(List.of(node), List.of());
  }

  @Override
  public NodeVitals vitals(String nodeId) {
    if (!nodeId.equals(NODE)) {
      throw FeigeException.of(ErrorCode.NODE_NOT_FOUND, "none is called " + nodeId);
    }
    return vitals().nodes().get(0);
  }

  @Override
  public List<PairView> pairs() {
    return List.of(new PairView(MemoryBroker.PAIR, 1, NODE, "memory:1", true, true, ""));
  }

  @Override
  public void awaitConnected(Duration limit) {
    // There is nothing to connect to.
  }

  @Override
  public void close() {
    listeners.forEach(Listener::beginClose);
    listeners.forEach(Listener::close);
    work.close();
  }

  private Listening listen(ConsumerSpec spec, Handler handler) {
    TopicSpec topic = broker.ask(() -> broker.topic(spec.topic()).spec());
    ConsumerPolicy policy = spec.policy();
    Listener listening =
        Listener.start(
            new MemoryConsumer(broker, spec),
            handler,
            new Listener.Rules(
                topic.order(),
                policy.concurrency(),
                policy.leaseMillis() == 0 ? topic.lease() : Duration.ofMillis(policy.leaseMillis()),
                Duration.ofMillis(policy.handlingLimitMillis()),
                CLOSE_TIMEOUT_MILLIS),
            listeners::remove);
    listeners.add(listening);
    return listening;
  }
}
