package io.feige.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The door to a Feige cluster or a single node. Safe for use by any number of threads; a process
 * needs one.
 *
 * <p>The client connects in the background: to one of the servers, which names the active node of
 * each pair, and to those nodes. It connects again whenever a connection is lost, moves when a pair
 * is served by another node, and closes what was made from it when it is closed itself.
 */
public interface FeigeClient extends AutoCloseable {
  /** Starts the settings of a client. */
  static FeigeClientBuilder builder() {
    return new FeigeClientBuilder();
  }

  /** Starts a producer for a topic. */
  ProducerBuilder producer(String topic);

  /** Starts a consumer for a topic. */
  ConsumerBuilder consumer(String topic);

  /** Starts a reader for a topic. */
  ReaderBuilder reader(String topic);

  /** Operations on topics. */
  Topics topics();

  /** Operations on groups. */
  Groups groups();

  /**
   * The mailboxes of a topic.
   *
   * @param topic one that was made with a {@link TopicSpec#mailboxCap}
   */
  Mailboxes mailboxes(String topic);

  /**
   * Asks the workers of a topic of work and waits for the answer of one of them. Nothing is stored.
   * If the node of the topic fails, or the connection to it, the request is asked again, so that
   * two workers may have worked on it. Takes the right {@code publish:TOPIC}. A thread that is
   * interrupted cancels the request, and gets TOO_LATE.
   *
   * @param topic one that was made with {@link TopicSpec#withWork} or {@link TopicSpec#withStages}
   * @param message of which workers get key, headers and body
   * @param timeout after which nobody wants the answer any more, 1 ms to 1 h
   * @return the answer, whatever its status is
   * @throws IllegalArgumentException the timeout is out of range
   * @throws TemporaryException NO_WORKER: none is there; WORK_FULL: the queue is full
   * @throws FeigeException TOO_LATE: no worker was in time; WORKERS_LOST: they were lost with it;
   *     TOPIC_KIND, TOPIC_NOT_FOUND: there is no such topic of work; CONNECT_FAILED: no node could
   *     be reached in the time; BATCH_TOO_LARGE; MEMORY_LIMIT: 10,000 requests of this client are
   *     under way, or all together are too large for its memory
   */
  Reply request(String topic, Message message, Duration timeout);

  /**
   * As {@link #request}, without waiting. The future fails with the same exceptions. Ending it from
   * outside, by a cancel or by its {@code orTimeout}, tells the worker that the answer is not
   * wanted any more.
   *
   * @throws IllegalArgumentException the timeout is out of range
   */
  CompletableFuture<Reply> requestAsync(String topic, Message message, Duration timeout);

  /**
   * Starts a worker for a topic of work that has one stage, {@code workers}. Takes the right {@code
   * consume:TOPIC/workers}.
   *
   * @param topic one that was made with {@link TopicSpec#withWork}; it may come later
   */
  WorkerBuilder worker(String topic);

  /**
   * Starts a worker for a stage of a topic of work. Takes the right {@code consume:TOPIC/STAGE}.
   *
   * @param topic one that was made with {@link TopicSpec#withStages}; it may come later
   */
  WorkerBuilder worker(String topic, String stage);

  /** Operations on messages that wait for their time. */
  Delayed delayed();

  /** Operations on dead letters: what groups have given up. */
  DeadLetters deadLetters();

  /** What the active node says of itself: that of the first pair, by name, if there are several. */
  NodeStatus status();

  /**
   * What the active node of a pair says of itself.
   *
   * @throws RefusedException there is no pair of that name
   */
  NodeStatus status(String pair);

  /**
   * Who holds how much of a pair's journal, as its active node sees it.
   *
   * @param limit so many holders at most, 1 to {@link DiskUse#MAX_LIMIT}
   * @throws RefusedException there is no pair of that name, or the limit is out of range
   */
  DiskUse disk(String pair, int limit);

  /**
   * Who is connected to the nodes of the cluster, this client too, by node and number of the
   * connection: one page. Each node is asked once, and whether it serves a pair makes no
   * difference.
   *
   * @param after where the page begins, {@link ClientPlace#START} or what the page before says
   * @param limit so many clients at most, 1 to {@link ConnectedClients#MAX_LIMIT}
   * @throws RefusedException the limit is out of range, or this client may not look
   */
  ConnectedClients clients(ClientPlace after, int limit);

  /**
   * Who is connected to one node: one page.
   *
   * @param after where the page begins, {@link ClientPlace#START} or what the page before says
   * @param limit so many clients at most, 1 to {@link ConnectedClients#MAX_LIMIT}
   * @throws RefusedException there is no node of that name, the limit is out of range, or this
   *     client may not look
   */
  ConnectedClients clients(String nodeId, ClientPlace after, int limit);

  /**
   * The settings of a node, and where each comes from; never a secret. Takes the right operator.
   *
   * @throws RefusedException there is no node of that name, or this client may not see them
   * @throws TemporaryException the node does not answer
   */
  List<NodeSetting> settings(String nodeId);

  /**
   * What the replicas of all nodes had to cut and keep, the newest first. Each node is asked once,
   * and whether it serves a pair makes no difference.
   *
   * @param limit so many files at most, 1 to {@link Salvage#MAX_LIMIT}
   * @throws RefusedException the limit is out of range, or this client may not look
   */
  Salvage salvage(int limit);

  /**
   * The same of one node.
   *
   * @param limit so many files at most, 1 to {@link Salvage#MAX_LIMIT}
   * @throws RefusedException there is no node of that name, the limit is out of range, or this
   *     client may not look
   */
  Salvage salvage(String nodeId, int limit);

  /**
   * What all nodes are like right now: memory, threads, clock and the disks of their replicas. Each
   * node is asked once, and whether it serves a pair makes no difference.
   *
   * @throws RefusedException this client may not look
   */
  Vitals vitals();

  /**
   * The same of one node.
   *
   * @throws RefusedException there is no node of that name, or this client may not look
   * @throws TemporaryException the node does not answer
   */
  NodeVitals vitals(String nodeId);

  /**
   * What this client knows of the pairs now, by name. Asks nobody; empty until the servers have
   * named a pair.
   */
  List<PairView> pairs();

  /**
   * Waits until the client is connected to the active node of a pair. Nothing requires this call:
   * it tells early and clearly that the servers cannot be reached.
   *
   * @throws RefusedException the servers refuse this client for good: version, credentials
   * @throws TemporaryException not connected in time, with the last cause
   */
  void awaitConnected(Duration limit);

  /**
   * Closes producers, consumers, listeners and readers, each as its own {@code close} says, then
   * the connections. Bounded by the close timeout as a whole. Called by a handler of one of its
   * listeners it returns at once, and the client is closed when the handler has returned and its
   * verdict is sent.
   */
  @Override
  void close();
}
