package io.feige.client;

import java.time.Duration;
import java.util.List;

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
