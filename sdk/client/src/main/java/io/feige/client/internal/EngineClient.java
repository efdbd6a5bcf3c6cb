package io.feige.client.internal;

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
import io.feige.client.internal.admin.EngineDeadLetters;
import io.feige.client.internal.admin.EngineDelayed;
import io.feige.client.internal.admin.EngineGroups;
import io.feige.client.internal.admin.EngineNodes;
import io.feige.client.internal.admin.EngineTopics;
import io.feige.client.internal.base.ClientSettings;
import io.feige.client.internal.base.ConsumerSpec;
import io.feige.client.internal.base.MemoryLimit;
import io.feige.client.internal.base.SharedThreads;
import io.feige.client.internal.base.TwoStepClose;
import io.feige.client.internal.consume.EngineConsumer;
import io.feige.client.internal.listen.Listener;
import io.feige.client.internal.mail.EngineMailboxes;
import io.feige.client.internal.mail.Owners;
import io.feige.client.internal.net.Dialer;
import io.feige.client.internal.net.Transport;
import io.feige.client.internal.publish.Producers;
import io.feige.client.internal.read.EngineReader;
import io.feige.client.internal.route.Engine;
import io.feige.client.internal.route.Pairs;
import io.feige.client.internal.route.TopicHomes;
import io.feige.client.internal.work.EngineRequests;
import io.feige.client.internal.work.EngineWorker;
import io.feige.client.internal.work.WorkHomes;
import io.feige.client.internal.work.WorkerPlace;
import io.feige.client.internal.work.WorkerSetup;
import io.feige.protocol.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client over sockets: wires the engine by hand and keeps what was made from it, to close it.
 * Any thread.
 */
public final class EngineClient implements FeigeClient {
  private static final Logger LOG = LoggerFactory.getLogger(EngineClient.class);

  private final ClientSettings settings;
  private final Transport transport = new Transport();
  private final Engine engine;
  private final EngineTopics topics;
  private final EngineGroups groups;
  private final EngineDelayed delayed;
  private final EngineDeadLetters deadLetters;
  private final EngineNodes nodes;
  private final Owners owners;
  private final WorkHomes workHomes;
  private final EngineRequests requests;
  private final Set<AutoCloseable> open = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /** A client that starts connecting. */
  public EngineClient(ClientSettings settings) {
    this.settings = settings;
    Executor own = new Callbacks();
    Executor callbacks =
        settings.callbackExecutor().map(users -> Callbacks.orElse(users, own)).orElse(own);
    Dialer dialer = new Dialer(settings, transport, SharedThreads.lookups());
    Pairs pairs = new Pairs(dialer, new SwitchNews(settings.onSwitch(), callbacks));
    MemoryLimit memory = new MemoryLimit(settings.memoryLimitBytes());
    this.engine = new Engine(settings, transport.loop(), pairs, memory, callbacks);
    TopicHomes homes = new TopicHomes(pairs, settings.requestTimeoutMillis());
    this.topics = new EngineTopics(pairs, homes, settings.requestTimeoutMillis());
    this.groups = new EngineGroups(pairs, settings.requestTimeoutMillis());
    this.delayed = new EngineDelayed(pairs, settings.requestTimeoutMillis());
    this.deadLetters = new EngineDeadLetters(pairs, settings.requestTimeoutMillis());
    this.nodes = new EngineNodes(pairs, settings.requestTimeoutMillis());
    this.owners = new Owners(pairs, homes, settings.requestTimeoutMillis());
    this.workHomes = new WorkHomes(pairs, homes, settings.requestTimeoutMillis());
    this.requests = new EngineRequests(engine, workHomes);
    pairs.start();
  }

  @Override
  public ProducerBuilder producer(String topic) {
    return new ProducerSetup(policy -> opened(Producers.over(engine, topic, policy, open::remove)));
  }

  @Override
  public ConsumerBuilder consumer(String topic) {
    return new ConsumerSetup(
        topic,
        new ConsumerSetup.Maker() {
          @Override
          public Consumer consumer(ConsumerSpec spec) {
            return opened(EngineConsumer.over(engine, spec, Optional.empty(), open::remove));
          }

          @Override
          public Listening listening(ConsumerSpec spec, Handler handler) {
            return listen(spec, handler);
          }
        });
  }

  @Override
  public ReaderBuilder reader(String topic) {
    return new ReaderSetup(topic, spec -> opened(EngineReader.over(engine, spec, open::remove)));
  }

  @Override
  public Topics topics() {
    checkOpen();
    return topics;
  }

  @Override
  public Groups groups() {
    checkOpen();
    return groups;
  }

  @Override
  public Mailboxes mailboxes(String topic) {
    checkOpen();
    return new EngineMailboxes(owners, settings.requestTimeoutMillis(), topic);
  }

  @Override
  public Reply request(String topic, Message message, Duration timeout) {
    checkOpen();
    return requests.call(topic, message, timeout);
  }

  @Override
  public CompletableFuture<Reply> requestAsync(String topic, Message message, Duration timeout) {
    checkOpen();
    return requests.ask(topic, message, timeout);
  }

  @Override
  public WorkerBuilder worker(String topic) {
    return worker(topic, io.feige.protocol.model.TopicSpec.ONLY_STAGE);
  }

  @Override
  public WorkerBuilder worker(String topic, String stage) {
    WorkerPlace place = new WorkerPlace(topic, stage);
    return new WorkerSetup((concurrency, handler) ->
        opened(EngineWorker.over(engine, workHomes, place, concurrency, handler, open::remove)));
  }

  @Override
  public Delayed delayed() {
    checkOpen();
    return delayed;
  }

  @Override
  public DeadLetters deadLetters() {
    checkOpen();
    return deadLetters;
  }

  @Override
  public NodeStatus status() {
    checkOpen();
    return groups.status();
  }

  @Override
  public NodeStatus status(String pair) {
    checkOpen();
    return groups.status(pair);
  }

  @Override
  public DiskUse disk(String pair, int limit) {
    checkOpen();
    return groups.disk(pair, limit);
  }

  @Override
  public ConnectedClients clients(ClientPlace after, int limit) {
    checkOpen();
    return nodes.clients(EngineNodes.ALL, after, limit);
  }

  @Override
  public ConnectedClients clients(String nodeId, ClientPlace after, int limit) {
    checkOpen();
    return nodes.clients(nodeId, after, limit);
  }

  @Override
  public List<NodeSetting> settings(String nodeId) {
    checkOpen();
    return nodes.settings(nodeId);
  }

  @Override
  public Salvage salvage(int limit) {
    checkOpen();
    return nodes.salvage(EngineNodes.ALL, limit);
  }

  @Override
  public Salvage salvage(String nodeId, int limit) {
    checkOpen();
    return nodes.salvage(nodeId, limit);
  }

  @Override
  public Vitals vitals() {
    checkOpen();
    return nodes.vitals();
  }

  @Override
  public NodeVitals vitals(String nodeId) {
    checkOpen();
    return nodes.vitals(nodeId);
  }

  @Override
  public List<PairView> pairs() {
    checkOpen();
    return engine.pairs().views();
  }

  @Override
  public void awaitConnected(Duration limit) {
    checkOpen();
    Arrival arrival = new Arrival(engine.pairs());
    arrival.await(limit);
  }

  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    List<AutoCloseable> all = List.copyOf(open);
    if (all.stream().anyMatch(EngineClient::isHandling)) {
      // The handler's verdict comes first.
      SharedThreads.workers().execute(() -> close(all));
    } else {
      close(all);
    }
  }

  private static boolean isHandling(AutoCloseable each) {
    return (each instanceof Listener listener && listener.isHandling())
        || (each instanceof EngineWorker worker && worker.isHandling());
  }

  private void close(List<AutoCloseable> all) {
    List<CompletableFuture<Void>> others = new ArrayList<>();
    for (AutoCloseable each : all) {
      if (each instanceof TwoStepClose slow) {
        slow.beginClose();
      } else {
        others.add(CompletableFuture.runAsync(() -> close(each), SharedThreads.workers()));
      }
    }
    for (AutoCloseable each : all) {
      if (each instanceof TwoStepClose slow) {
        slow.close();
      }
    }
    awaitAll(others);
    FeigeException closed = FeigeException.of(ErrorCode.CLIENT_CLOSED, "");
    requests.close(closed);
    engine.loop().execute(() -> engine.pairs().close(closed));
    transport.close();
  }

  private Listening listen(ConsumerSpec spec, Handler handler) {
    checkOpen();
    TopicSpec topic = topics.describe(spec.topic()).spec();
    ConsumerPolicy policy = spec.policy();
    Duration lease =
        policy.leaseMillis() == 0 ? topic.lease() : Duration.ofMillis(policy.leaseMillis());
    EngineConsumer consumer =
        EngineConsumer.over(engine, spec, Optional.of(topic.order()), unused -> {});
    return opened(
        Listener.start(
            consumer,
            handler,
            new Listener.Rules(
                topic.order(),
                policy.concurrency(),
                lease,
                Duration.ofMillis(policy.handlingLimitMillis()),
                settings.closeTimeoutMillis()),
            open::remove));
  }

  private <C extends AutoCloseable> C opened(C made) {
    open.add(made);
    if (isClosed.get()) {
      open.remove(made);
      SharedThreads.workers().execute(() -> close(made));
      checkOpen();
    }
    return made;
  }

  private void checkOpen() {
    if (isClosed.get()) {
      throw FeigeException.of(ErrorCode.CLIENT_CLOSED, "");
    }
  }

  /** Each of them keeps to the close timeout and then fails what is left, which takes the loop. */
  private void awaitAll(List<CompletableFuture<Void>> closing) {
    try {
      CompletableFuture.allOf(closing.toArray(CompletableFuture[]::new))
          .get(settings.closeTimeoutMillis() + 2_000, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("closing goes on without something that does not close", e);
    }
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception e) {
      throw new IllegalStateException("closing failed", e);
    }
  }
}
