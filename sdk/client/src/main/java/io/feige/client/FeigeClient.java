package io.feige.client;

import java.time.Duration;

/**
 * The door to a Feige cluster or a single node. Safe for use by any number of threads; a process
 * needs one.
 *
 * <p>The client connects in the background, connects again whenever a connection is lost, and
 * closes what was made from it when it is closed itself.
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

  /** What the node says of itself. */
  NodeStatus status();

  /**
   * Waits until the client is connected. Nothing requires this call: it tells early and clearly
   * that the servers cannot be reached.
   *
   * @throws RefusedException the servers refuse this client for good: version, credentials
   * @throws TemporaryException not connected in time, with the last cause
   */
  void awaitConnected(Duration limit);

  /**
   * Closes producers, consumers, listeners and readers, each as its own {@code close} says, then
   * the connections. Bounded by the close timeout as a whole.
   */
  @Override
  void close();
}
