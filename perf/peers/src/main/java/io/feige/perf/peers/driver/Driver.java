package io.feige.perf.peers.driver;

import java.util.concurrent.CompletableFuture;

/**
 * The client of a broker, with the settings that its own documentation gives for what is measured.
 * One per process.
 */
public interface Driver extends AutoCloseable {
  /** What messages are sent for. */
  enum Aim {
    /** As many as possible: the client may gather them into batches. */
    THROUGHPUT,
    /** Each as soon as possible, at a rate: some may share a batch. */
    LATENCY,
    /** One at a time, so that nothing can be gathered. */
    WAITING
  }

  /** Sends to a topic. Used by one thread at a time. */
  interface Sender extends AutoCloseable {
    /**
     * Sends, and does not wait.
     *
     * @return completes when the broker has confirmed it
     */
    CompletableFuture<?> send(byte[] body) throws Exception;

    /** Sends what was gathered into a batch and waits for more. */
    default void flush() throws Exception {}

    /** Sends, and returns when the broker has confirmed it. */
    default void sendAndWait(byte[] body) throws Exception {
      send(body).get();
    }
  }

  /** Is given what comes, one at a time. */
  interface Receiver {
    /** A message has arrived. */
    void received(byte[] body);
  }

  /** Makes a topic, or whatever the broker calls that. */
  void create(String topic) throws Exception;

  /** A connection that sends. */
  Sender sender(String topic, Aim aim) throws Exception;

  /**
   * Receives from the topic's beginning, and acknowledges, on threads of its own, until it is
   * closed.
   */
  AutoCloseable receive(String topic, Receiver receiver) throws Exception;

  @Override
  void close() throws Exception;
}
